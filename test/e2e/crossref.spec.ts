import { expect } from '@playwright/test';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article } from './articles.ts';
import { breakCalls } from './broken.ts';
import { addDrafts, call, fullTest, test } from './colophon.ts';
import { button, draftRow, named, t } from './screen.ts';

test.use({ bypassCSP: true });

fullTest(
  'gaps of an article are filled from Crossref, field by field and by keyboard',
  async ({ page, colophon }) => {
    const identifier = [
      { type: 'doi', id: '10.5555/jose.2023.001' },
      { type: 'eissn', id: '2577-3569' },
    ];
    await addDrafts(page, [article(1, { identifier, year: undefined, month: undefined })]);
    await draftRow(page, 'Sheet 1 ').press('Enter');
    const fill = button(page, 'crossref.button');
    await fill.press('Enter');
    await expect(page.getByText(t('sources.off.message'))).toBeVisible();
    const { sources } = await call(page, 'app.settings', {});
    await call(page, 'app.changeSettings', { sources: { ...sources, isOn: true } });
    await expect(page.getByText(t('sources.off.message'))).toHaveCount(0);

    await fill.press('Enter');
    const table = named(page, 'table', 'crossref.table');
    await expect(table).toContainText('A course on version control taught without a computer');
    await expectAccessible(page, 'values of Crossref');
    const take = table.getByRole('button', { name: t('crossref.takeOf', { field: t('field.year') }) });
    await take.press('Enter');
    await expect(take).toHaveCount(0);
    await expect(table.getByRole('button').first()).toBeFocused();
    await expect
      .poll(() =>
        colophon
          .rows<{ record: string }>('SELECT record FROM drafts')
          .map(({ record }) => JSON.parse(record)),
      )
      .toMatchObject([{ bibjson: { year: '2023', title: expect.stringMatching(/^Sheet 1/) } }]);

    await test.step('an answer that fails is explained', async () => {
      const repair = await breakCalls(page, /^drafts\.askCrossref$/);
      await fill.press('Enter');
      await expectReadable(page, 'Crossref that cannot be asked', page.getByRole('alert').first());
      await repair();
    });
  },
);
