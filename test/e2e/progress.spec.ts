import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { sendNow } from '../helpers/confirm.ts';
import { article, doi } from './articles.ts';
import { addDrafts, asker, type Colophon, call, doiOf, fullTest, sandboxOf, test } from './colophon.ts';
import { goTo, named, numbers, t } from './screen.ts';

/** Twenty articles; with sixty sentences each they are sent in batches of two, with 140 one by one, each taking seconds. */
const count = 20;

async function startUpload(page: Page, sentences = 60): Promise<Upload> {
  await call(page, 'app.changeSettings', { batchBytes: 10_000 });
  const long = 'A sentence about the edge of the sheet and what lies beyond it. '.repeat(sentences);
  const records = Array.from({ length: count }, (_, at) => article(at + 1, { abstract: long }));
  const ids = await addDrafts(page, records);
  return sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { ids },
    includeUnchanged: false,
    name: 'The spring issue',
  });
}

/** Sets the rate: a slow upload is still running when a busy machine gets to the next step. */
const setRate = (page: Page, rate: number) => call(page, 'accounts.update', { id: 'sandbox', rate });

const uploadOf = (page: Page) => page.locator('[data-region="upload"]');
const button = (page: Page, key: string) => named(uploadOf(page), 'button', key);
const stored = async (page: Page) => (await (await sandboxOf(page)).added()).length;
const states = (colophon: Colophon) =>
  Object.fromEntries(
    colophon
      .rows<{ state: string; n: number }>('SELECT state, count(*) AS n FROM upload_items GROUP BY state')
      .map(({ state, n }) => [state, n]),
  );

/** All announcements of the page's live regions from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const hear = () => {
      for (const region of document.querySelectorAll('[role="status"][aria-live="polite"]')) {
        const words = region.textContent?.replace(/\u00a0/g, ' ').trim() ?? '';
        if (words !== '' && said.at(-1) !== words) said.push(words);
      }
    };
    new MutationObserver(hear).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    hear();
  });
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[]);
}

async function finish(page: Page): Promise<Locator> {
  const upload = uploadOf(page);
  await expect(upload.getByText(t('uploads.ended.done'), { exact: true })).toBeVisible({ timeout: 120_000 });
  return upload;
}

test('an upload is paused and resumed: nothing is sent in between, the rate is shown, and everything arrives once', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  const said = await listen(page);
  await setRate(page, 0.5);
  const { id } = await startUpload(page, 140);
  await goTo(page, `#/uploads/${id}`);
  const upload = uploadOf(page);
  await expect(upload).toContainText(t('uploads.pace.limit', { perSecond: '0.5' }));
  await expect(upload).toContainText(/Next request in \d+(\.\d)? s\./);
  await expect(
    upload.getByRole('progressbar', { name: t('uploads.progressOf', { name: 'The spring issue' }) }),
  ).toHaveAttribute('aria-valuetext', /of 20 records processed/);

  await button(page, 'uploads.pause').click();
  await expect(button(page, 'uploads.resume')).toBeFocused();
  await expect(upload).toContainText(t('uploads.pausedHelp.person'));
  // The request in flight at the pause finishes; after that nothing is sent.
  await expect.poll(() => states(colophon).sending ?? 0).toBe(0);
  const sends = (await sandbox.sends()).length;
  const atPause = await stored(page);
  expect(atPause).toBeLessThan(count);
  await expect.poll(() => states(colophon)).toEqual({ done: atPause, queued: count - atPause });
  await goTo(page, '#/uploads');
  await expect(page.getByRole('region', { name: /^Waiting or paused/ })).toContainText('The spring issue');
  await goTo(page, `#/uploads/${id}`);
  await expect(upload).toContainText(`${atPause} of ${count} records processed`);
  expect((await sandbox.sends()).length).toBe(sends);

  await setRate(page, 2);
  await button(page, 'uploads.resume').click();
  await finish(page);
  // Not how long it took, which would include the pause.
  await expect(upload).toContainText(/Started .+, finished .+, with \d+ requests\./);
  expect((await sandbox.added()).map(doiOf).sort()).toEqual(
    Array.from({ length: count }, (_, at) => doi(at + 1)).sort(),
  );
  expect((await sandbox.sends()).every(({ status }) => status === 201)).toBe(true);
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^Finished\. 20 records stored/);
  const heard = await said();
  const at = (words: string | RegExp) => heard.findIndex((one) => one.match(words));
  expect(at(/^Sending · \d+\s?%/), heard.join('\n')).toBe(0);
  expect(at(/^Paused/)).toBeGreaterThan(0);
  expect(at(/^Finished\. 20 records stored/)).toBe(heard.length - 1);
});

fullTest('a request with a long query takes one line, and all of it is shown on demand', async ({ page }) => {
  const records = Array.from({ length: count }, (_, at) => article(at + 1));
  const ids = await addDrafts(page, records);
  const send = async (includeUnchanged: boolean) => {
    const { id } = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids },
      includeUnchanged,
      name: 'The spring issue',
    });
    await goTo(page, `#/uploads/${id}`);
    return finish(page);
  };
  await send(false);
  // All articles that are overwritten are looked up with one query.
  const upload = await send(true);
  await upload.getByRole('tab', { name: /^Requests/ }).click();
  const whole = upload.getByRole('button', { name: /^Show all: request of / }).first();
  await expect(whole).toBeVisible();
  const request = upload.locator(`[id="${await whole.getAttribute('aria-controls')}"]`);
  await expect(request).toHaveText(/^GET .*….*$/);
  expect((await request.innerText()).length).toBeLessThan(100);
  await whole.press('Enter');
  await expect(request).not.toContainText('…');
  expect((await request.innerText()).split('OR')).toHaveLength(count);
});

test('after the end no button of a running upload is shown, and each id takes one line', async ({ page }) => {
  const ids = await addDrafts(page, [article(1), article(2, { title: 'Short' })]);
  const send = async () => {
    const { id } = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids },
      includeUnchanged: true,
      name: 'The spring issue',
    });
    await goTo(page, `#/uploads/${id}`);
    return finish(page);
  };
  await send();
  // The second upload overwrites what the first one stored, so that the earlier versions can be selected.
  const upload = await send();
  for (const key of ['pause', 'resume', 'cancel', 'retry'])
    await expect(button(page, `uploads.${key}`)).toHaveCount(0);

  const table = named(upload, 'table', 'uploads.tab.sent');
  // Only the second upload has these, and the first one may still be shown.
  await expect(table.getByRole('checkbox').first()).toBeVisible();
  const headings = await table.getByRole('columnheader').allInnerTexts();
  const cell = table.getByRole('row').nth(1).getByRole('cell');
  await expect(cell.nth(headings.indexOf(t('uploads.column.pick'))).getByRole('checkbox')).toHaveCount(1);
  await expect(cell.nth(headings.indexOf(t('uploads.column.outcome'))).getByRole('checkbox')).toHaveCount(0);

  const stored = await (await sandboxOf(page)).added();
  const id = table.getByText(stored[0]!.id, { exact: true });
  expect(stored[0]!.id).toHaveLength(32);
  for (const width of [1280, 900, 480]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(id).toBeVisible();
    const lines = () =>
      id.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    await expect.poll(lines, { message: `lines of the id at ${width} pixels` }).toBe(1);
  }
});

fullTest(
  'an upload is cancelled: stored records stay, the rest are drafts as before',
  async ({ page, colophon }) => {
    await setRate(page, 0.5);
    const { id } = await startUpload(page);
    await goTo(page, `#/uploads/${id}`);
    await expect.poll(() => stored(page)).toBeGreaterThan(0);
    await button(page, 'uploads.pause').click();
    await expect(button(page, 'uploads.resume')).toBeVisible();
    await expect.poll(() => states(colophon).sending ?? 0).toBe(0);
    const atPause = await stored(page);

    await button(page, 'uploads.cancel').click();
    const dialog = page.getByRole('alertdialog');
    const rest = count - atPause;
    await expect(dialog).toContainText(t('uploads.cancelDialog.title', { count: rest, n: String(rest) }));
    await named(dialog, 'button', 'uploads.cancelDialog.no').click();
    expect(colophon.rows('SELECT state FROM uploads')).toEqual([{ state: 'paused' }]);

    await button(page, 'uploads.cancel').click();
    await named(dialog, 'button', 'uploads.cancelDialog.yes').click();
    await expect(uploadOf(page)).toContainText(t('uploads.ended.cancelled'));
    await expect(uploadOf(page)).toContainText(t('uploads.summary.notSent', { n: String(rest) }));
    await expect
      .poll(() => colophon.rows('SELECT sync, count(*) AS n FROM drafts GROUP BY sync ORDER BY sync'))
      .toEqual([
        { sync: 'never', n: rest },
        { sync: 'sent', n: atPause },
      ]);
    expect(await stored(page)).toBe(atPause);
  },
);

test('an upload whose window was closed and whose process was killed continues automatically at the next start', async ({
  page,
  colophon,
  context,
}) => {
  await setRate(page, 0.5);
  // Colophon waits half a minute before it looks up a batch that was in flight.
  const { id } = await startUpload(page, 140);
  await goTo(page, `#/uploads/${id}`);
  await expect.poll(() => stored(page)).toBeGreaterThan(0);
  await colophon.kill();
  expect(states(colophon).done ?? 0).toBeLessThan(count);
  await expect(page.getByRole('alert').filter({ hasText: t('frame.link.kept') })).toBeVisible();
  await page.close();

  await colophon.startAgain();
  const again = await context.newPage();
  await again.goto(colophon.address());
  await setRate(again, 2);
  await goTo(again, '#/uploads');
  await again.getByRole('link', { name: 'The spring issue' }).click();
  const upload = await finish(again);
  expect(await numbers(upload)).toMatchObject({
    [t('uploads.tile.refused')]: '0',
    [t('uploads.tile.queued')]: '0',
  });
  const there = await (await sandboxOf(again)).added();
  expect(there.map(doiOf).sort()).toEqual(Array.from({ length: count }, (_, at) => doi(at + 1)).sort());
  expect(
    colophon.rows("SELECT count(*) AS n FROM drafts WHERE sync = 'sent' AND remote_id IS NOT NULL"),
  ).toEqual([{ n: count }]);
});

fullTest(
  'a request to slow down is shown, and the result is exported with its ids',
  async ({ page, colophon }) => {
    const sandbox = await sandboxOf(page);
    await sandbox.fault({ kind: 'rate_limit', retryAfter: 20, match: { method: 'POST', nth: 3 } });
    const { id } = await startUpload(page);
    await goTo(page, `#/uploads/${id}`);
    await expect(uploadOf(page)).toContainText(
      /The directory asked Colophon to slow down\. Sending continues in \d+ s\./,
    );
    const upload = await finish(page);
    expect((await sandbox.sends()).filter(({ status }) => status === 429)).toHaveLength(1);

    await named(upload, 'button', 'uploads.export').click();
    const downloading = page.waitForEvent('download');
    await named(page, 'menuitem', 'uploads.exportCsv').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`colophon-upload-${id}.csv`);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(count + 1);
    for (const one of await sandbox.added()) {
      expect(lines.filter((line) => line.includes(doiOf(one)) && line.includes(one.id))).toHaveLength(1);
    }
    const key = '5a4db0c5a4db0c5a4db0c5a4db0c5a01';
    expect(lines.join('\n') + colophon.written()).not.toContain(key);
  },
);

fullTest('an upload in its own window shows the same as the first window', async ({ page, context }) => {
  await setRate(page, 0.5);
  const { id } = await startUpload(page, 140);
  await goTo(page, `#/uploads/${id}`);
  const opening = context.waitForEvent('page');
  await button(page, 'drafts.more').click();
  await named(page, 'menuitem', 'uploads.openWindow').click();
  const second = await opening;
  await button(second, 'uploads.pause').click();
  await expect(second.getByRole('navigation', { name: t('frame.navigation') })).toHaveCount(0);
  await expect(button(page, 'uploads.resume')).toBeVisible();
  await setRate(page, 2);
  await button(page, 'uploads.resume').click();
  await finish(page);
  await finish(second);
  await expect.poll(() => numbers(uploadOf(second))).toEqual(await numbers(uploadOf(page)));
  await second.close();
  expect(await stored(page)).toBe(count);
});

fullTest('an upload is found by its name in the search box of the screen', async ({ page }) => {
  const { id } = await startUpload(page, 1);
  const link = page.locator(`[data-region="uploads"] a[href="#/uploads/${id}"]`);
  await goTo(page, '#/uploads');
  await expect(link).toBeVisible();
  const box = named(page, 'searchbox', 'frame.searchIn.uploads');
  await box.fill('nothing of that name');
  await expect(page.getByText(t('uploads.noMatch.title'))).toBeVisible();
  await expect(link).toHaveCount(0);
  await named(page, 'button', 'uploads.noMatch.clear').click();
  await expect(link).toBeVisible();
  await expect(box).toHaveValue('');
  const name = (await link.textContent())!;
  await box.fill('nothing of that name');
  await expect(link).toHaveCount(0);
  await box.fill(name);
  await expect(link).toBeVisible();
});
