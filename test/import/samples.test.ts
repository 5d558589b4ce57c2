import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import world from '../../resources/sandboxWorld.json' with { type: 'json' };
import { openServices } from '../../src/main/restorableServices.ts';
import { checkArticle } from '../../src/shared/article/articleRules.ts';
import type { EventData } from '../../src/shared/contract/contract.ts';
import { hasIssnCheckDigit, hasOrcidCheckDigit } from '../../src/shared/text/identifiers.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { plainServices } from '../helpers/plainServices.ts';
import { sampleDeposit, sampleJson, sampleRecords, sampleRefused } from '../helpers/samples.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { readText } from './readText.ts';

const journals = world.journals.map(({ id, admin, bibjson }) => ({
  id,
  title: bibjson.title,
  pissn: bibjson.pissn ?? null,
  eissn: bibjson.eissn ?? null,
  mine: admin.owner === 'sandbox',
  inDirectory: admin.in_doaj,
}));

/** The application at its first start, with the sandbox account and its journals. */
async function startFirstTime() {
  const waiting = new Set<(status: EventData<'imports.changed'>) => void>();
  const services = await openServices({
    ...plainServices(temporaryFolder()),
    publish: (name, data) => {
      if (name === 'imports.changed') for (const look of waiting) look(data as EventData<'imports.changed'>);
    },
    sandbox: { rate: null, jobDelayMs: 0, indexDelayMs: 0 },
  });
  await services.start();
  onTestFinished(() => services.stop());
  const { handlers } = services;
  await handlers['journals.refresh']({ accountId: 'sandbox' });

  const reached = (state: string) =>
    new Promise<void>((resolve) => {
      const look = (status: EventData<'imports.changed'>) => {
        if (status.state !== state) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });
  /** Returns the import of a file as its preview shows it. */
  async function preview({ path, name }: { path: string; name: string }) {
    const bytes = readFileSync(path);
    const { id } = await handlers['imports.open']({ accountId: 'sandbox', name, size: bytes.length });
    await handlers['imports.write']({ id, at: 0, piece: bytes.toString('base64') });
    const isReady = reached('preview');
    await handlers['imports.read']({ id });
    await isReady;
    const { rows } = await handlers['imports.rows']({ id, offset: 0, limit: 500 });
    return { status: await handlers['imports.get']({ id }), rows };
  }
  async function accept(id: number): Promise<void> {
    const isDone = reached('accepted');
    await acceptNow(asking(handlers), id);
    await isDone;
  }
  return { handlers, preview, accept };
}

const everything = { filter: { trashed: false }, except: [] };

test('the sample JSON has articles that are ready, with warnings and with errors, some of them in the directory', async () => {
  const { handlers, preview, accept } = await startFirstTime();
  const { status, rows } = await preview(sampleJson);
  expect(status).toMatchObject({ format: 'json', read: 31, created: 30, updated: 0 });
  expect(
    rows.filter(({ outcome }) => outcome !== 'new').map(({ index, outcome }) => [index, outcome]),
  ).toEqual([[31, 'twice-in-file']]);
  await accept(status.id);
  const facets = await handlers['drafts.facets']({ accountId: 'sandbox', filter: everything.filter });
  expect(facets.readiness).toEqual({ ready: 12, warnings: 12, undecided: 0, incomplete: 6 });
  const plan = await handlers['uploads.plan']({
    accountId: 'sandbox',
    selection: everything,
    includeUnchanged: false,
    takesSnapshots: true,
    look: true,
  });
  expect(plan).toMatchObject({ selected: 30, toSend: 24, heldBackCounts: { errors: 5, 'hard-to-find': 1 } });
  expect(plan.there!.foreign.map(({ title }) => title).sort()).toEqual([
    'Colour and the invention of borders',
    'On the width of rivers at the edge of the sheet',
    'Sea monsters as scale bars',
  ]);
});

test('importing the sample deposit after the JSON corrects everything that a deposit can express', async () => {
  const { handlers, preview, accept } = await startFirstTime();
  await accept((await preview(sampleJson)).status.id);
  const { status } = await preview(sampleDeposit);
  expect(status).toMatchObject({ format: 'crossref', read: 30, created: 1, updated: 29, problems: 0 });
  await accept(status.id);
  const facets = await handlers['drafts.facets']({ accountId: 'sandbox', filter: everything.filter });
  // With another DOI, the article that the directory refuses is not taken for the same one.
  expect(facets.readiness).toEqual({ ready: 29, warnings: 1, undecided: 0, incomplete: 0 });
});

const codesOf = (record: unknown) =>
  checkArticle(record, { dialect: '3.0.1', journals, now: new Date('2026-03-01T00:00:00Z') })
    .filter(({ severity }) => severity !== 'ignored')
    .map(({ code }) => code);

test('the checks find each mistake in the sample JSON', () => {
  const found = sampleRecords().flatMap((record, index) => codesOf(record).map((code) => [index + 1, code]));
  expect(found).toEqual([
    [2, 'title-caps'],
    [4, 'link-http'],
    [5, 'orcid-check-digit'],
    [6, 'orcid-form'],
    [9, 'keywords-joined'],
    [11, 'year-two-digits'],
    [12, 'text-markup'],
    [13, 'text-email'],
    [14, 'issns-swapped'],
    [16, 'pages-joined'],
    [18, 'text-markup'],
    [19, 'title-missing'],
    [20, 'month-unclear'],
    [21, 'link-url-form'],
    [22, 'content-type-unknown'],
    [23, 'authors-joined'],
    [25, 'title-missing'],
    [27, 'doi-prefix'],
    [28, 'issn-other-missing'],
  ]);
});

test('the sample deposit has no findings and equals the JSON without its mistakes', async () => {
  const deposit = await readText(readFileSync(sampleDeposit.path), { fileName: sampleDeposit.name });
  expect(deposit.problems).toEqual([]);
  expect(deposit.records.flatMap(({ record }) => codesOf(record))).toEqual([]);
  const json = sampleRecords();
  const flawless = deposit.records.filter(({ record }, index) => {
    const { keywords, link, journal, ...rest } = json[index]!.bibjson;
    if (codesOf(json[index]).length > 0 || json[index]!.bibjson.title === sampleRefused.title) return false;
    expect(record.bibjson).toMatchObject(rest);
    return true;
  });
  expect(flawless).toHaveLength(10);
});

test('every identifier and name in the samples is invented', () => {
  for (const { path } of [sampleDeposit, sampleJson]) {
    const text = readFileSync(path, 'utf8');
    const issns = new Set(text.match(/\b\d{4}-\d{3}[\dX]\b(?!-)(?<!-\d{4}-\d{3}[\dX])/g));
    expect(issns).toEqual(new Set(['1734-6215', '2734-6226']));
    for (const issn of issns) expect([issn, hasIssnCheckDigit(issn)]).toEqual([issn, true]);
    // No ORCID has been issued below 0000-0001-5000-0007. One in the JSON has a typo.
    const orcids = [...new Set(text.match(/(?:\d{4}-){3}\d{3}[\dX]/g))];
    expect(orcids.length).toBeGreaterThanOrEqual(11);
    for (const orcid of orcids) expect(orcid).toMatch(/^0000-0000-/);
    expect(orcids.filter((orcid) => !hasOrcidCheckDigit(orcid))).toEqual(
      path === sampleJson.path ? ['0000-0000-3434-3439'] : [],
    );
    for (const doi of text.match(/\b10\.\d{4,}\//g)!) expect(doi).toBe('10.5555/');
    for (const [, host] of text.matchAll(/(?<=@|:\/\/)([\w.-]+\.\w+)/g))
      expect(host).toMatch(
        /(?:^|\.)(?:example\.org|crossref\.org|ncbi\.nlm\.nih\.gov|creativecommons\.org|orcid\.org|doi\.org)$/,
      );
  }
});
