import { rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { programForKey } from '../helpers/programForKey.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { createSigner, laterPack } from '../helpers/signedPack.ts';
import { expectAccessible } from './accessible.ts';
import { type Colophon, call, startColophon } from './colophon.ts';
import { launchAlone } from './launch.ts';
import { button, goTo, named, t } from './screen.ts';

const signer = createSigner();
const later = laterPack((pack) => {
  pack.vocabularies.countries.push({ alpha_2: 'QQ', alpha_3: 'QQQ', numeric: '999', name: 'Quindecim' });
  pack.rules['year-before-open-access']!.en.kind = 'Year that comes too early';
});
const signed = signer.sign(JSON.stringify(later));

/** A Colophon that takes packs of our signer, and an address of packs that answers as the test says. */
const test = base.extend<{
  colophon: Colophon;
  packs: { answer: (response: ServerResponse) => void; address: string; asked: () => number };
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright finds out from it what a fixture needs
  packs: async ({}, use) => {
    const packs = {
      answer: (response: ServerResponse) => void response.end(signed),
      address: '',
      asked: () => server.seen.length,
    };
    const server = await startScriptedServer((_request, response) => packs.answer(response));
    packs.address = `${server.origin}/pack.json`;
    await use(packs);
    await server.stop();
  },
  colophon: async ({ packs }, use) => {
    const folder = programForKey(signer.key);
    const environment = { COLOPHON_RULES_ADDRESS: packs.address };
    const program = join(folder, 'main', 'web.js');
    const colophon = await startColophon((place) => launchAlone({ ...place, environment, program }));
    await use(colophon);
    await colophon.end();
    rmSync(folder, { recursive: true, force: true });
  },
});

const facts = (page: Page) => named(page, 'list', 'settings.facts.known');

test('a newer rule pack is asked for, refused or taken, and used by the window after a restart', async ({
  colophon,
  packs,
  page,
}) => {
  await page.goto(colophon.address());
  await goTo(page, '#/settings/facts');
  const name = t('settings.facts.pack.name', { version: 1 });
  await expect(facts(page)).toContainText(name);
  await expect(facts(page)).toContainText('it came with Colophon');
  const funders = facts(page)
    .getByRole('listitem')
    .filter({ hasText: t('settings.facts.funders.text') });
  await expect(funders.first()).toContainText('28 Nov 2025');
  await expect(facts(page)).toContainText(t('settings.facts.pack.never'));
  const daily = named(page, 'switch', 'settings.facts.pack.daily');
  await expect(daily).not.toBeChecked();

  packs.answer = (response) => void response.end(createSigner().sign(JSON.stringify(later)));
  await button(page, 'settings.facts.askOf', { name }).click();
  const problem = t('rulePack.otherSignature.message');
  await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
  await expect(
    facts(page)
      .getByRole('listitem')
      .filter({ hasText: `: ${problem}` })
      .last(),
  ).toBeVisible();
  await expectAccessible(page, 'a rule pack that was refused');

  packs.answer = (response) => void response.end(signed);
  await button(page, 'settings.facts.askOf', { name }).click();
  const next = t('settings.facts.pack.next', { version: 2, date: later.date });
  await expect(facts(page)).toContainText(next);
  await expect(facts(page)).not.toContainText(problem);
  await daily.click();
  await expect(daily).toBeChecked();
  expect(packs.asked()).toBe(2);

  const { id } = await call(page, 'applications.create', { accountId: 'sandbox', journalId: null });
  const country = named(page, 'combobox', 'field.publisherCountry');
  const found = async () => {
    await goTo(page, `#/update-requests/${id}`);
    await country.fill('');
    await country.fill('Quinde');
    return page.getByRole('option', { name: 'Quindecim' });
  };
  const missing = await found();
  await expect(page.getByRole('option', { name: t('application.vocabulary.none') })).toBeVisible();
  await expect(missing).toHaveCount(0);

  await colophon.kill();
  await colophon.startAgain();
  const another = await page.context().newPage();
  await another.goto(colophon.address());
  await goTo(another, '#/settings/facts');
  await expect(facts(another)).toContainText(t('settings.facts.pack.name', { version: 2 }));
  await expect(facts(another)).toContainText('downloaded');
  await expect(facts(another)).not.toContainText(next);
  // The page that was open all the time is connected again, and has the new pack, too.
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await found()).count()).toBe(1);
  // It was asked a moment ago.
  expect(packs.asked()).toBe(2);
});

test('a rule pack is read from a file, and its texts are those of the rules', async ({ colophon, page }) => {
  await page.goto(colophon.address());
  await goTo(page, '#/settings/facts');
  const choose = async (content: string | Buffer) => {
    const file = join(colophon.data, 'given.json');
    writeFileSync(file, content);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'settings.facts.pack.fileOf').click();
    await (await chooser).setFiles(file);
  };
  await choose('x'.repeat(5_000_000));
  await expect(
    page.getByRole('alert').filter({ hasText: t('rulePack.tooLarge.message', { limit: 1 }) }),
  ).toBeVisible();
  await choose(signed);
  await expect(facts(page)).toContainText(t('settings.facts.pack.next', { version: 2, date: later.date }));

  await colophon.kill();
  await colophon.startAgain();
  await page.goto(colophon.address());
  const journals = await call(page, 'journals.list', { accountId: 'sandbox' });
  const { pissn, eissn } = journals.journals.find(
    ({ title }) => title === 'Annals of Imaginary Cartography',
  )!;
  await call(page, 'drafts.create', {
    accountId: 'sandbox',
    record: {
      bibjson: {
        title: 'A map of nowhere',
        year: '2010',
        identifier: [
          { type: 'pissn', id: pissn! },
          { type: 'eissn', id: eissn! },
        ],
      },
    },
  });
  await goTo(page, '#/drafts');
  await button(page, 'drafts.filters').click();
  await expect(page.getByText('Year that comes too early')).toBeVisible();
});
