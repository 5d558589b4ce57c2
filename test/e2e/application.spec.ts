import { setTimeout } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { expectAccessible } from './accessible.ts';
import {
  type Application,
  bibjsonOf,
  openUpdateRequest,
  steerSandbox,
  storedApplication,
} from './applications.ts';
import { holdCalls } from './broken.ts';
import { type Colophon, call, firstWorld, fullTest, sandboxOf, test, watchFaults } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { button, escapeRegExp, goTo, named, pressEscape, statusBar, t } from './screen.ts';

const cartography = 'aa170f10eed93a603e3bce8e267cab60';
const title = 'Annals of Imaginary Cartography';

/** A line of text of the form by the key of its label under `field`. */
const line = (page: Page, key: string): Locator => named(page, 'textbox', `field.${key}`);
const review = (page: Page): Locator => page.getByRole('dialog');
/** The field around a control, with all its notes. */
const around = (page: Page, path: string): Locator => page.locator(`[data-field="${path}"]`);

/** Reviews and sends, and waits until the directory has it. */
async function send(page: Page, id: number): Promise<void> {
  await button(page, 'application.send').click();
  await button(review(page), 'application.review.send').click();
  await expect(review(page)).toHaveCount(0);
  await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('sent');
}

test('an Update Request goes from the journal’s record to the directory by keyboard alone', async ({
  page,
}) => {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await goTo(page, `#/journals/${cartography}`);

  await test.step('the form opens from the journal', async () => {
    await expect(button(page, 'journals.record.propose')).toBeVisible();
    await pressUntil(page, 'Tab', button(page, 'journals.record.propose'));
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: t('application.title.update', { title }) });
    await expect(heading).toBeVisible();
  });

  await test.step('the list leads to a section; a fixed field can be read but not changed', async () => {
    const about = page
      .getByRole('navigation', { name: t('application.sections') })
      .getByRole('button', { name: t('application.section.about') });
    await pressUntil(page, 'Tab', about);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: t('application.section.about') })).toBeFocused();
    await pressUntil(page, 'Tab', line(page, 'title'));
    await expect(line(page, 'title')).toHaveAttribute('readonly', '');
    await expect(line(page, 'title')).toHaveAccessibleDescription(
      `${t('application.fixed')} ${t('application.askStaffAbout', { field: t('field.title') })}`,
    );
    await page.keyboard.type('x');
    await expect(line(page, 'title')).toHaveValue(title);
  });

  await test.step('the staff are asked for another value of the fixed field', async () => {
    const ask = button(page, 'application.askStaffAbout', { field: t('field.title') });
    await pressUntil(page, 'Tab', ask);
    await page.keyboard.press('Enter');
    const dialog = named(page, 'dialog', 'application.message.title');
    const body = named(dialog, 'textbox', 'application.message.body');
    await dialog.getByRole('textbox', { name: t('application.message.wanted') }).fill('Annals of Maps');
    for (const part of [title, cartography, t('field.title'), 'Annals of Maps'])
      await expect(body).toHaveValue(new RegExp(escapeRegExp(part)));
    await expectAccessible(page, 'a request to the staff to change a fixed field');
    await pressEscape(page);
    await expect(ask).toBeFocused();
  });

  await test.step('a service is ticked, a language is added by name, a change of an amount is undone', async () => {
    const languages = named(page, 'combobox', 'application.tags.add', { field: t('field.languages') });
    await pressUntil(page, 'Tab', languages);
    await page.keyboard.type('germ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(button(page, 'application.tags.edit', { name: 'German' })).toBeVisible();

    const portico = page.getByRole('checkbox', { name: 'Portico' });
    await pressUntil(page, 'Tab', portico);
    await page.keyboard.press('Space');
    await expect(portico).toBeChecked();
    await expect(around(page, 'bibjson.preservation.service')).toContainText(
      t('application.change.from', { was: 'CLOCKSS, PKP PN' }),
    );
    await pressUntil(page, 'Shift+Tab', named(page, 'textbox', 'application.prices.price', { place: 1 }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('700');
    await pressUntil(page, 'Tab', button(page, 'application.takeBackOf', { field: t('field.charges') }));
    await page.keyboard.press('Enter');
    await expect(named(page, 'textbox', 'application.prices.price', { place: 1 })).toHaveValue('650');
  });

  await test.step('it is reviewed and sent', async () => {
    await pressUntil(page, 'Shift+Tab', button(page, 'application.send'));
    await page.keyboard.press('Enter');
    const changes = named(review(page), 'table', 'application.review.table');
    await expect(changes.getByRole('row')).toHaveCount(3);
    await expect(changes).toContainText('Portico');
    await pressUntil(page, 'Tab', button(review(page), 'application.review.send'));
    await page.keyboard.press('Enter');
    await expect(review(page)).toHaveCount(0);
    await expect(page.getByText(t('applicationLife.event.readBack'))).toBeVisible();
  });

  const stored = await storedApplication(page, cartography);
  expect(stored?.admin.application_status).toBe('update_request');
  expect(bibjsonOf(stored)).toMatchObject({
    title,
    preservation: { service: ['CLOCKSS', 'PKP PN', 'Portico'] },
    apc: { max: expect.arrayContaining([{ currency: 'EUR', price: 650 }]) },
  });
  expect([...(bibjsonOf(stored).language as string[])].sort()).toEqual(['DE', 'EN', 'NL']);
});

fullTest('an Update Request goes from a search to its acceptance by keyboard alone', async ({ page }) => {
  const sandbox = await steerSandbox(page);
  await sandbox.steer('timing', { checksDelayMs: 0 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Alt+Digit5');
  await pressUntil(page, 'Tab', named(page, 'textbox', 'search.query'));
  await page.keyboard.type(`title:"${title}"`);
  await page.keyboard.press('Enter');
  await pressUntil(page, 'Tab', page.getByRole('grid').locator('[data-row="0"]'));
  await page.keyboard.press('Enter');
  await pressUntil(page, 'Tab', button(page, 'journals.record.propose'));
  await page.keyboard.press('Enter');

  await pressUntil(page, 'Tab', line(page, 'oaStart'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2013');
  await pressUntil(page, 'Shift+Tab', button(page, 'application.send'));
  await page.keyboard.press('Enter');
  await expect(named(review(page), 'table', 'application.review.table')).toBeVisible();
  await pressUntil(page, 'Tab', button(review(page), 'application.review.send'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('applicationLife.event.readBack'))).toBeVisible();

  const sent = await storedApplication(page, cartography);
  await sandbox.status(sent!.id, 'accepted');
  await page.keyboard.press('Alt+Digit4');
  await pressUntil(page, 'Tab', button(page, 'requests.refresh'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: title })).toContainText(
    t('requests.standing.accepted'),
  );
});

test('ignored values have a warning, can be requested by message, are shown before sending, and are never stored', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await openUpdateRequest(page, cartography, ({ admin, bibjson }) => ({
    admin: { ...admin, contact: { name: 'Ines Okafor', email: 'ines@example.org' } },
    bibjson: { ...bibjson, title: 'Annals of Cartography', eissn: '2049-3630', oa_start: 2013 },
  }));

  await test.step('each field shows the directory’s value, and a warning names both values', async () => {
    await expect(line(page, 'title')).toHaveValue(title);
    await expect(line(page, 'title')).toHaveAttribute('readonly', '');
    await expect(line(page, 'title')).toBeEnabled();
    await expect(line(page, 'title')).not.toHaveAttribute('aria-invalid', 'true');
    const said = [
      t('application.ignored.kept', { field: t('field.title'), kept: title }),
      t('application.ignored.proposed', { proposed: 'Annals of Cartography' }),
    ];
    for (const words of said) {
      await expect(around(page, 'bibjson.title')).toContainText(words);
      await expect(line(page, 'title')).toHaveAccessibleDescription(new RegExp(escapeRegExp(words)));
    }
    await expect(line(page, 'eissn')).toHaveValue('2734-6226');
    await expect(line(page, 'contactName')).toHaveAttribute('readonly', '');
    const about = page.getByRole('navigation', { name: t('application.sections') });
    await expect(about).toContainText(t('application.sectionState.ignored', { count: 2 }));
  });

  await test.step('the message names the journal, the field, the old value and the new one', async () => {
    await button(page, 'application.ignored.writeAbout', { field: t('field.title') }).click();
    const dialog = named(page, 'dialog', 'application.message.title');
    const text = named(dialog, 'textbox', 'application.message.body');
    for (const part of [title, cartography, '2734-6226', t('field.title'), 'Annals of Cartography']) {
      await expect(text).toHaveValue(new RegExp(escapeRegExp(part)));
    }
    await button(dialog, 'application.message.copy').click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('Annals of Cartography');
    const mail = dialog.getByRole('link', { name: t('application.message.mail') });
    await expect(mail).toHaveAttribute('href', /^mailto:\?subject=.*&body=.*Annals%20of%20Cartography/);
    await button(dialog, 'common.close').click();
    await expect(button(page, 'application.ignored.writeAbout', { field: t('field.title') })).toBeFocused();
  });

  await test.step('one change is undone and made again', async () => {
    await button(page, 'application.takeBackOf', { field: t('field.eissn') }).click();
    await expect(line(page, 'eissn')).toBeFocused();
    await expect(around(page, 'bibjson.eissn')).not.toContainText('2049-3630');
    await button(page, 'article.undo').click();
    await expect(around(page, 'bibjson.eissn')).toContainText('2049-3630');
    await button(page, 'application.takeBackOf', { field: t('field.eissn') }).click();
    await expect(around(page, 'bibjson.eissn')).not.toContainText('2049-3630');
  });

  await test.step('the review lists them once, with the changes', async () => {
    await button(page, 'application.send').click();
    const list = named(review(page), 'region', 'application.review.ignored', { count: 3, n: '3' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list).toContainText('Annals of Cartography');
    await expect(list).toContainText('ines@example.org');
    await expect(named(review(page), 'table', 'application.review.table').getByRole('row')).toHaveCount(2);
    await button(review(page), 'application.review.send').click();
    await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('sent');
  });

  const stored = await storedApplication(page, cartography);
  expect(bibjsonOf(stored)).toMatchObject({ title, oa_start: 2013 });
  expect(JSON.stringify(stored)).not.toContain('Annals of Cartography');
  expect(JSON.stringify(stored)).not.toContain('ines@example.org');
});

fullTest(
  'in version 4.0 a contact is never sent, and values that only the directory sets stay unchanged',
  async ({ page }) => {
    const accounts = await call(page, 'accounts.list', {});
    const base = accounts.find(({ id }) => id === 'sandbox')!.base.replace('/v3/', '/v4/');
    await call(page, 'accounts.update', { id: 'sandbox', base, dialect: '4.0' });
    const { id } = await openUpdateRequest(page, cartography, ({ admin, bibjson }) => ({
      admin: { ...admin, contact: { name: 'Ines Okafor', email: 'ines@example.org' } },
      bibjson: {
        ...bibjson,
        oa_start: 2013,
        pissn: '2049-3630',
        subject: [{ code: 'Z', term: 'Other', scheme: 'LCC' }],
      },
    }));
    await expect(around(page, 'admin.contact.name')).toContainText(t('application.contactNotSent'));
    await expect(line(page, 'pissn')).toHaveValue('1734-6215');
    await expect(around(page, 'bibjson.subject')).toContainText(
      t('application.ignored.proposed', { proposed: 'Other' }),
    );
    await button(page, 'application.send').click();
    const list = named(review(page), 'region', 'application.review.ignored', { count: 2, n: '2' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await button(review(page), 'application.review.send').click();
    // With a contact, the directory would have refused the whole record.
    await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('sent');
    const stored = await storedApplication(page, cartography);
    expect(bibjsonOf(stored)).toMatchObject({
      oa_start: 2013,
      pissn: '1734-6215',
      subject: [{ term: 'Cartography' }],
    });
    expect(JSON.stringify(stored)).not.toContain('ines@example.org');
  },
);

fullTest(
  'a request under review cannot be changed; the draft is kept and can be sent when the request is sent back',
  async ({ page, colophon }) => {
    const { id } = await openUpdateRequest(page, cartography, (record) => record);
    const sandbox = await steerSandbox(page);
    await sandbox.steer('timing', { resaveDelayMs: 0 });
    await line(page, 'oaStart').fill('2013');
    await send(page, id);
    const remote = (await call(page, 'applications.get', { id })).remoteId!;
    await sandbox.status(remote, 'in progress');

    await test.step('the directory refuses it with an explanation, and nothing is lost', async () => {
      await line(page, 'oaStart').fill('2014');
      await line(page, 'homepage').focus();
      await button(page, 'application.send').click();
      const go = button(review(page), 'application.review.send');
      const cancel = button(review(page), 'application.review.notNow');
      await expect(review(page).getByRole('table')).toBeVisible();
      // The plan may know already; otherwise the directory refuses it.
      if ((await go.getAttribute('aria-disabled')) === 'true') await cancel.click();
      else await go.click();
      await expect(review(page)).toHaveCount(0);
      // It is no longer in the queue, so it is sent only when the user sends it again.
      await expect
        .poll(async () => (await call(page, 'applications.get', { id })).sync)
        .toMatch(/refused|changed/);
      await call(page, 'applications.refresh', { accountId: 'sandbox', ids: [id] });
      await expect(page.getByText(t('updateRequest.closed.review')).first()).toBeVisible();
      await expect(line(page, 'oaStart')).toHaveValue('2014');
      expect(storedDraft(colophon, id).oa_start).toBe(2014);
      expect(bibjsonOf(await storedApplication(page, cartography)).oa_start).toBe(2013);
    });

    await test.step('it can be sent once it has been sent back', async () => {
      await sandbox.status(remote, 'revisions_required');
      await call(page, 'applications.refresh', { accountId: 'sandbox', ids: [id] });
      await expect(page.getByText(t('updateRequest.closed.review'))).toHaveCount(0);
      await expect(page.getByText(t('requests.standing.revisions')).first()).toBeVisible();
      await send(page, id);
      expect(bibjsonOf(await storedApplication(page, cartography)).oa_start).toBe(2014);
    });
  },
);

fullTest('a refusal is shown at the fields that it names, with the original message', async ({ page }) => {
  const { id } = await openUpdateRequest(page, cartography, (record) => record);
  await (await sandboxOf(page)).fault({
    kind: 'status',
    status: 400,
    body: {
      status: 'bad_request',
      error:
        'The following validation errors were received: bibjson.editorial.board_url : The board page is a picture.bibjson.ref.aims_scope : The page says nothing. (ref: 7f)',
    },
    match: { method: 'POST', path: 'applications', times: 1 },
  });
  await line(page, 'oaStart').fill('2013');
  await button(page, 'application.send').click();
  await button(review(page), 'application.review.send').click();
  await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('refused');
  await expect(line(page, 'board')).toHaveAttribute('aria-invalid', 'true');
  await expect(around(page, 'bibjson.ref.aims_scope')).toContainText('The page says nothing.');
  await line(page, 'board').fill('https://cartography.example.org/board');
  await line(page, 'oaStart').focus();
  await expect(line(page, 'board')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(line(page, 'aimsScope')).toHaveAttribute('aria-invalid', 'true');
});

test('without an answer, the request is looked up and never sent twice', async ({ page }) => {
  const { id } = await openUpdateRequest(page, cartography, (record) => record);
  const sandbox = await sandboxOf(page);
  // The record is found at once, however soon the button is pressed.
  await (await steerSandbox(page)).steer('timing', { indexDelayMs: 0 });
  await sandbox.fault({ kind: 'drop_after', match: { method: 'POST', path: 'applications', times: 1 } });
  await line(page, 'oaStart').fill('2013');
  await button(page, 'application.send').click();
  await button(review(page), 'application.review.send').click();
  await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toMatch(/unsure|sent/);
  // It is also looked up without that.
  await button(page, 'application.unsure.lookUp')
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('sent');
  expect((await sandbox.sends()).filter(({ path }) => path.includes('applications'))).toHaveLength(1);
});

fullTest(
  'two windows that change the same Update Request choose field by field, and nothing is lost',
  async ({ page, colophon }) => {
    const { id } = await openUpdateRequest(page, cartography, (record) => record);
    const second = await page.context().newPage();
    const faults = watchFaults(second);
    await second.goto(new URL(`/#/update-requests/${id}`, page.url()).href);
    await expect(line(second, 'oaStart')).toBeVisible();
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await second.route('**/call/applications.save', async (route) => {
      await isHeld;
      await route.continue();
    });
    const saving = second.waitForRequest('**/call/applications.save');
    await line(second, 'oaStart').fill('2015');
    await line(second, 'homepage').fill('https://second.example.org');
    await saving;
    await line(page, 'oaStart').fill('2014');
    await line(page, 'publisherName').fill('First Press');
    await expect
      .poll(() => storedDraft(colophon, id))
      .toMatchObject({ oa_start: 2014, publisher: { name: 'First Press' } });
    letGo();
    await expect(second.getByText(t('article.conflict.title'))).toBeVisible();
    await expect(line(second, 'oaStart')).toHaveValue('2015');
    const versions = named(second, 'table', 'article.conflict.table');
    const take = (key: string, side: 'mine' | 'theirs') =>
      versions.getByRole('radio', {
        name: t('article.compare.takeOf', { field: t(`field.${key}`), side: t(`article.conflict.${side}`) }),
      });
    await expect(take('publisherName', 'theirs')).toBeChecked();
    await expect(take('homepage', 'mine')).toBeChecked();
    await take('oaStart', 'theirs').check();
    await button(second, 'article.conflict.saveChosen').click();
    await expect
      .poll(() => storedDraft(colophon, id))
      .toMatchObject({
        oa_start: 2014,
        publisher: { name: 'First Press' },
        ref: { journal: 'https://second.example.org' },
      });
    await expect(second.getByText(t('article.conflict.title'))).toHaveCount(0);
    await expect(line(page, 'homepage')).toHaveValue('https://second.example.org');
    expect(faults).toEqual([]);
  },
);

fullTest('typed text survives a reload, and an address can name the field', async ({ page, colophon }) => {
  const { id } = await openUpdateRequest(page, cartography, (record) => record);
  await page.route('**/call/applications.save', (route) => route.abort());
  await line(page, 'homepage').fill('https://typed.example.org');
  await expect(statusBar(page)).toBeVisible();
  await page.unroute('**/call/applications.save');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(new URL(`/#/update-requests/${id}?field=bibjson.ref.journal`, page.url()).href);
  await page.reload();
  await expect(line(page, 'homepage')).toHaveValue('https://typed.example.org');
  await expect(line(page, 'homepage')).toBeFocused();
  await expect
    .poll(() => storedDraft(colophon, id))
    .toMatchObject({ ref: { journal: 'https://typed.example.org' } });
});

fullTest(
  'changes can be shown alone, an emptied value is marked as deleted, and No clears the answers that depend on Yes',
  async ({ page }) => {
    await openUpdateRequest(page, cartography, (record) => record);
    await line(page, 'institutionName').fill('');
    await expect(around(page, 'bibjson.institution.name')).toContainText(
      t('application.change.cleared', { was: 'Institute for Places That Are Not' }),
    );
    const waiver = page.getByRole('radiogroup', { name: t('field.hasWaiver') });
    await expect(line(page, 'waiverPolicy')).toBeVisible();
    await waiver.getByRole('radio', { name: t('common.no') }).check();
    await expect(page.getByText(t('application.droppedWithNo', { count: 1 }))).toBeVisible();
    // What is said of the answers moves the button that is below them.
    await expect(around(page, 'bibjson.waiver.url')).toContainText(
      t('application.change.cleared', { was: 'https://cartography.example.org/fees/waiver' }),
    );
    await expect(around(page, 'bibjson.waiver.has_waiver')).toContainText(t('application.takeBack'));
    await button(page, 'article.undo').click();
    await expect(line(page, 'waiverPolicy')).toHaveValue('https://cartography.example.org/fees/waiver');
    await button(page, 'application.changesOnly', { n: '1' }).click();
    await expect(line(page, 'institutionName')).toBeVisible();
    await expect(line(page, 'homepage')).toHaveCount(0);
    await button(page, 'application.sideBySide').click();
    await expect(page.getByText('Institute for Places That Are Not', { exact: true })).toBeVisible();
  },
);

fullTest('a new application needs a contact in 3.0.1, and lists the missing fields', async ({ page }) => {
  const { id } = await call(page, 'applications.create', { accountId: 'sandbox', journalId: null });
  await goTo(page, `#/update-requests/${id}`);
  await expect(page.getByText(/required fields are missing/)).toBeVisible();
  await expect(line(page, 'contactName')).toBeVisible();
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await line(page, 'homepage').focus();
  await line(page, 'title').focus();
  await expect(line(page, 'homepage')).toHaveAttribute('aria-invalid', 'true');
  await page.getByTitle(t('article.check')).click();
  const summary = named(page, 'region', 'article.summary.title');
  await expect(summary).toBeFocused();
  await summary.getByRole('button', { name: new RegExp(escapeRegExp(t('field.homepage'))) }).click();
  await expect(line(page, 'homepage')).toBeFocused();
});

/** The draft's `bibjson` as it is stored now. */
function storedDraft(colophon: Colophon, id: number): Record<string, unknown> {
  const [row] = colophon.rows<{ record: string }>('SELECT record FROM applications WHERE id = ?', id);
  return (JSON.parse(row!.record) as Pick<Application, 'bibjson'>).bibjson;
}

fullTest(
  'a country is recognised by name or code, an unknown one stays to be corrected, and an emptied box stays empty',
  async ({ page }) => {
    await openUpdateRequest(page, cartography, (record) => record);
    const country = named(page, 'combobox', 'field.publisherCountry');
    await expect(country).toHaveValue('Netherlands');
    const type = async (text: string) => {
      await country.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    };
    await type('germ');
    await expect(country).toHaveValue('Germany');
    await type('BEL');
    await expect(country).toHaveValue('Belgium');
    await type('Atlantis');
    await expect(country).toHaveValue('Atlantis');
    await expect(country).toHaveAttribute('aria-invalid', 'true');
    await country.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    await expect(country).toHaveValue('');
    await expect(around(page, 'bibjson.publisher.country')).toContainText(
      t('application.change.cleared', { was: 'Netherlands' }),
    );
  },
);

fullTest(
  'a withdrawn request is deleted at the directory, and the draft is kept',
  async ({ page, colophon }) => {
    const { id } = await openUpdateRequest(page, cartography, (record) => record);
    await line(page, 'oaStart').fill('2013');
    await send(page, id);
    await button(page, 'application.withdraw.button').click();
    const dialog = named(page, 'dialog', 'application.withdraw.title', { title });
    await expectAccessible(page, 'withdrawing');
    await button(dialog, 'application.withdraw.keep').click();
    await expect(dialog).toHaveCount(0);
    expect(await storedApplication(page, cartography)).toBeDefined();

    const release = await holdCalls(page, 'applications.delete');
    await button(page, 'application.withdraw.button').click();
    await button(dialog, 'application.withdraw.go').click();
    // Closing would not stop it.
    await expect(button(dialog, 'application.withdraw.keep')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    release();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => storedApplication(page, cartography)).toBeUndefined();
    await expect(page.getByText(t('applicationLife.event.deleted'))).toBeVisible();
    await expect(line(page, 'oaStart')).toHaveValue('2013');
    expect(storedDraft(colophon, id).oa_start).toBe(2013);
  },
);

fullTest(
  'a request that somebody changed at the directory is withdrawn only once the change was shown, by keyboard',
  async ({ page }) => {
    const { id } = await openUpdateRequest(page, cartography, (record) => record);
    await line(page, 'oaStart').fill('2013');
    await send(page, id);
    await changeThere(page, id);
    const withdraw = async () => {
      await pressUntil(page, 'Shift+Tab', button(page, 'application.withdraw.button'));
      await page.keyboard.press('Enter');
      const go = button(page.getByRole('dialog'), 'application.withdraw.go');
      await expect(go).toBeEnabled();
      await pressUntil(page, 'Tab', go);
      await page.keyboard.press('Enter');
    };
    await withdraw();
    const what = t('applicationLife.what.update');
    const refusal = page.getByText(t('applicationLife.problem.changedThere.message', { what }));
    await expect(refusal.first()).toBeVisible();
    await expectAccessible(page, 'a request that was changed at the directory');
    expect(await storedApplication(page, cartography)).toBeDefined();
    await expect(page.getByText(t('application.differences', { count: 1 }))).toBeVisible();
    await pressEscape(page);
    await withdraw();
    await expect.poll(() => storedApplication(page, cartography)).toBeUndefined();
  },
);

/** Somebody else changes the number of weeks in a request at the directory. */
async function changeThere(page: Page, id: number): Promise<void> {
  const { remoteId } = await call(page, 'applications.get', { id });
  const { base } = (await call(page, 'accounts.list', {})).find(({ kind }) => kind === 'sandbox')!;
  await (await steerSandbox(page)).steer('timing', { resaveDelayMs: 0 });
  // The directory compares whole seconds.
  await setTimeout(1_100);
  const address = `${base}applications/${remoteId}?api_key=${String(firstWorld.accounts[0]!.api_key)}`;
  const theirs = setAt(await (await fetch(address)).json(), 'bibjson.publication_time_weeks', 33);
  const { status } = await fetch(address, { method: 'PUT', body: JSON.stringify(theirs) });
  expect(status).toBe(204);
}

fullTest('a value that the directory stored differently is shown at its field', async ({ page }) => {
  const { id } = await openUpdateRequest(page, cartography, (record) => record);
  const others = named(page, 'textbox', 'application.tags.add', {
    field: t('application.otherThan', { field: t('field.preservationServices') }),
  });
  await others.fill('House archive');
  await others.press('Enter');
  await others.fill('Cellar');
  await others.press('Enter');
  await line(page, 'oaStart').focus();
  await expect(around(page, 'bibjson.preservation.service')).toContainText('House archive Cellar');
  await send(page, id);
  const summary = page.getByText(t('application.differences', { count: 1 }));
  await expect(summary).toBeVisible();
  await expect(around(page, 'bibjson.preservation.service')).toContainText(
    t('application.stored.otherwise', {
      stored: 'CLOCKSS, PKP PN, House archive Cellar',
      sent: 'CLOCKSS, PKP PN, House archive, Cellar',
    }),
  );
});
