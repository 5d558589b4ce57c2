import { expect, type Page } from '@playwright/test';
import { isObject } from '../../src/shared/json.ts';
import { spoilJson, spoilXml } from '../chaos/rubbish.ts';
import { type Random, seeded } from '../chaos/seeded.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { article, cartography } from './articles.ts';
import { call, firstWorld, test } from './colophon.ts';
import { goTo, named, pressEscape, statusBar, t } from './screen.ts';
import { watchCalls } from './watchCalls.ts';

const long = 'x'.repeat(2_000_000);
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

/** What a service answers with the status 200 in place of its true answer. */
const lies: readonly ((truth: string, random: Random) => string)[] = [
  () => '{',
  () => '<html><title>Log in</title><script>alert(1)</script></html>',
  () => 'null',
  () => '[[],{},null]',
  () => `{"total":1e300,"results":${deep},"message":${deep}}`,
  (truth) => truth.replace(/"(title|name)":\s*"[^"]*"/, `"$1":"${long}"`),
  (truth) => truth.replace(/\[[^[\]]*\]/g, 'null'),
  (truth) => truth.replace(/"(bibjson|results|id|compliant|cards)":/, '"other":'),
  (truth) => truth.replace(/":\s*\d+/g, '":1e300'),
];

/** Spoils most hits of a search, each on its own; other answers as a whole. */
function spoilHits(truth: string, random: Random): string {
  const answer: unknown = JSON.parse(truth);
  if (!isObject(answer) || !Array.isArray(answer.results)) return spoilJson(truth, random);
  const spoil = (hit: unknown) => JSON.parse(spoilJson(JSON.stringify(hit), random)) as unknown;
  return JSON.stringify({
    ...answer,
    results: answer.results.map((hit) => (random.percent(70) ? spoil(hit) : hit)),
  });
}

function lieAbout(truth: string, random: Random): string {
  if (truth.startsWith('<'))
    return random.percent(70) ? spoilXml(truth, random) : random.pick(['', '<', long]);
  // Most of an answer must be true, or it would be refused as a whole, and nothing of it shown.
  if (random.percent(80)) return spoilHits(truth, random);
  return random.pick(lies)(truth, random);
}

/** All services at one address of this computer, where the sandbox answers in their place, and `random` spoils it. */
async function startServices(sandbox: string, random: Random) {
  let isLying = false;
  const places: [from: string, to: string][] = [
    ['/crossref/', '/web/https/api.crossref.org/'],
    ['/oai', '/web/https/ojs.example/oai'],
  ];
  const server = await startScriptedServer(async ({ method, url, body }, response) => {
    const [from, to] = places.find(([start]) => url.startsWith(start)) ?? ['', ''];
    const given = method === 'GET' || method === 'DELETE' ? {} : { body };
    const headers = { 'content-type': 'application/json' };
    try {
      const told = await fetch(sandbox + to + url.slice(from.length), { method, headers, ...given });
      const truth = await told.text();
      const type = told.headers.get('content-type') ?? 'application/json';
      response.writeHead(isLying ? 200 : told.status, { 'content-type': type });
      response.end(isLying ? lieAbout(truth, random) : truth);
    } catch {
      // The sandbox ended during a question that Colophon asks by itself.
      response.destroy();
    }
  });
  return {
    ...server,
    lie() {
      isLying = true;
    },
  };
}

/** Opens what shows answers; each place is looked at once its calls have ended. */
async function visit(page: Page, accountId: string, look: (what: string) => Promise<void>): Promise<void> {
  const button = (key: string) => named(page, 'button', key).first();
  const closeDialog = async () => {
    if ((await page.getByRole('dialog').count()) > 0) await pressEscape(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // What is behind a dialog is hidden for a moment longer.
    await expect(page.locator('[data-region][aria-hidden="true"]')).toHaveCount(0);
  };
  /** What cannot be reached because the answers leave it out is no fault. */
  const press = async (key: string) => {
    await look(`before ${key}`);
    if ((await button(key).isVisible()) && (await button(key).isEnabled())) await button(key).click();
  };
  for (const [kind, query] of [
    ['article', 'the'],
    ['journal', 'Annals'],
    ['application', 'Annals'],
  ] as const) {
    await goTo(page, '#/search');
    await page.getByRole('radio', { name: t(`search.kind.${kind}`) }).check();
    const box = named(page, 'textbox', 'search.query');
    await box.fill(query);
    await box.press('Enter');
    await look(`search ${kind}`);
    const first = page.getByRole('grid').getByRole('row').nth(1);
    if (await first.isVisible()) await first.click();
    await look(`search ${kind}, the first hit`);
  }
  await goTo(page, '#/drafts/1');
  await press('crossref.button');
  await look('Crossref');
  await press('versions.button');
  await look('earlier versions');
  await closeDialog();
  await press('article.send');
  await look('check and send');
  await closeDialog();
  await goTo(page, '#/drafts');
  await button('drafts.more').click();
  await named(page, 'menuitem', 'harvest.button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await look('harvest');
  await closeDialog();
  await goTo(page, '#/journals');
  await press('journals.refresh');
  await look('journals');
  for (const { id } of (await call(page, 'journals.list', { accountId })).journals.slice(0, 1)) {
    await goTo(page, `#/journals/${encodeURIComponent(id)}`);
    await press('journals.refresh');
    await look('a journal');
  }
  await goTo(page, '#/update-requests');
  await press('requests.refresh');
  await look('Update Requests');
  await goTo(page, '#/update-requests/1');
  await look('an Update Request');
  for (const screen of [
    ...['#/overview', '#/uploads', '#/comparisons', '#/comparisons/1', '#/compliance/look-ups'],
    ...['#/compliance/matrix', '#/compliance/matrix/1', '#/compliance/check/1', '#/settings'],
  ]) {
    await goTo(page, screen);
    await look(screen);
  }
}

for (let seed = 1; seed <= (isFullRun ? 12 : 1); seed++)
  test(`every screen keeps its frame, whatever the services answer (${seed})`, async ({ page }) => {
    const answered = watchCalls(page);
    const { base } = (await call(page, 'accounts.list', {}))[0]!;
    const services = await startServices(new URL(base).origin, seeded(seed));
    const { sources } = await call(page, 'app.settings', {});
    const { id: accountId } = await call(page, 'accounts.create', {
      ...{ name: 'Acme', base: services.origin + new URL(base).pathname, dialect: '3.0.1', rate: 2 },
      username: 'sandbox',
    });
    await call(page, 'app.changeSettings', {
      accountId,
      checker: `${services.origin}/checker/`,
      sources: { ...sources, isOn: true, pause: 1, crossref: `${services.origin}/crossref/` },
    });
    await call(page, 'accounts.setKey', { id: accountId, key: firstWorld.accounts[0]!.api_key as string });
    const { journals } = await call(page, 'journals.refresh', { accountId });
    await call(page, 'applications.create', { accountId, journalId: journals[0]!.id });
    const [{ id: remoteId }] = firstWorld.articles as [{ id: string }];
    await call(page, 'drafts.take', { accountId, remoteIds: [remoteId] });
    await call(page, 'drafts.create', { accountId, record: article(1) });
    await page.reload();

    services.lie();
    // What works in the background begins here; an answer that it cannot read ends it with words.
    const begun = [
      call(page, 'overview.count', { accountId }),
      call(page, 'comparisons.start', { accountId, issn: cartography.pissn, year: '2026' }),
      call(page, 'compliance.check', {
        ...{ issn: cartography.pissn, funder: 'wellcome', ror: '', lang: 'en', maxAge: 0 },
      }),
      call(page, 'matrix.start', {
        ...{ name: 'Review', issns: [cartography.pissn], funders: ['wellcome'], rors: [] },
        ...{ lang: 'en', maxAge: 0 },
      }),
      call(page, 'harvest.start', {
        ...{ accountId, address: `${services.origin}/oai`, prefix: 'oai_dc', set: '' },
        ...{ since: null, resumes: false, imports: true },
      }),
    ];
    for (const one of await Promise.allSettled(begun))
      if (one.status === 'rejected')
        expect(one.reason.message, 'words of a call that fails').not.toMatch(/TypeError|undefined/);
    await visit(page, accountId, async (what) => {
      await answered();
      await expect(statusBar(page), what).toContainText(t('frame.help.button'));
      await expect(page.locator('#main[data-screen]'), what).toBeVisible();
      await expect(page.locator('[data-region="failed"]'), what).toHaveCount(0);
      // An answer that is not understood has words of its own.
      await expect(page.getByText(t('shell.bug.message')), what).toHaveCount(0);
    });
    await goTo(page, '#/drafts');
    await expect(page.locator('#main[data-screen="drafts"]')).toBeVisible();
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'Sheet 1 ' })).toBeVisible();
    await services.stop();
  });
