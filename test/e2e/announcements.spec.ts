import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { openUpdateRequest } from './applications.ts';
import { article, cartography } from './articles.ts';
import { call, fullTest, test } from './colophon.ts';
import { check } from './compliance.ts';
import { chatterOf, listen, type Utterance } from './heard.ts';
import { button, draftRow, field, goTo, named, t } from './screen.ts';

const journalId = 'aa170f10eed93a603e3bce8e267cab60';

test.afterEach(() => speak('en'));

for (const language of ['en', 'fr'] as const) {
  fullTest(`each event is announced once and briefly, in ${language}`, async ({ page, colophon }) => {
    await call(page, 'app.changeSettings', { language });
    await speak(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const heard = await listen(page);

    await test.step('a draft is saved, files are imported, drafts are selected and moved to the trash', async () => {
      await page.keyboard.press('Alt+n');
      await field(page, 'title').fill('A sheet');
      await expectHeard(heard, startOf('frame.saving.saved'));
      await field(page, 'title').fill('A sheet that goes on');
      await page.keyboard.press('Tab');
      const file = join(colophon.data, 'articles.json');
      writeFileSync(file, JSON.stringify([article(1), article(2)]));
      await goTo(page, '#/drafts');
      await page.locator('#import-files').setInputFiles(file);
      await button(page, 'import.accept', { count: 2, n: '2' }).click();
      await expectHeard(heard, t('import.added', { count: 2, n: '2' }));
      await button(page, 'drafts.clearFilters').click();
      // With the whole list, in which no row moves any more.
      await expect(page.getByRole('grid').locator('[data-row]')).toHaveCount(3);
      await draftRow(page, 'A sheet that goes on').getByRole('checkbox').click();
      await expectHeard(heard, t('drafts.picked', { count: 1, n: '1' }));
      await button(page, 'drafts.trash').click();
      await expectHeard(heard, t('drafts.trashed', { count: 1, n: '1' }));
    });

    await test.step('a plan is announced within its dialog, sending at its start and its end', async () => {
      await button(page, 'drafts.sendAll').click();
      await expectHeard(heard, t('send.dryRun', { count: 2, n: '2' }));
      await button(page.getByRole('dialog'), 'send.goCount', { count: 2, n: '2' }).click();
      await expectHeard(heard, t('uploads.ended.done'));
    });

    await test.step('a review and its sending', async () => {
      const { id } = await openUpdateRequest(page, journalId, (record) => record);
      await named(page, 'textbox', 'field.oaStart').fill('2013');
      await button(page, 'application.send').click();
      await button(page.getByRole('dialog'), 'application.review.send').click();
      await expectHeard(heard, t('application.review.queued', { count: 1 }));
      await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('sent');
    });

    await test.step('the number of results, and an answer', async () => {
      await goTo(page, '#/search');
      await page.getByRole('radio', { name: t('search.kind.journal') }).check();
      await named(page, 'textbox', 'search.query').fill(`issn:${cartography.pissn}`);
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('grid').getByRole('row').filter({ hasText: cartography.title }),
      ).toBeVisible();
      await expectHeard(heard, await page.locator('[data-found]').innerText());
      await check(page, { issn: cartography.pissn, funder: 'wellcome' });
      await expectHeard(heard, t('complianceScreen.asking'));
      await expectHeard(heard, t('complianceScreen.complies'), t('complianceScreen.compliesNot'));
    });
    const all = await heard();
    expect(chatterOf(all), JSON.stringify(all, null, 1)).toEqual([]);
  });
}

/** The text of a key up to its first parameter. */
function startOf(key: string): string {
  return t(key, { time: '|' }).split('|')[0]!;
}

/** Expects that exactly one of these was announced, once. */
async function expectHeard(heard: () => Promise<Utterance[]>, ...words: string[]): Promise<void> {
  const plain = words.map((one) => one.replace(/\s+/g, ' ').trim());
  const said = async () => (await heard()).filter(({ text }) => plain.some((one) => text.includes(one)));
  await expect.poll(async () => (await said()).length, { message: words.join(' | ') }).toBe(1);
}
