import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import world from '../../resources/sandboxWorld.json' with { type: 'json' };
import { openDatabase } from '../../src/main/store/database.ts';
import type { RulePack } from '../../src/shared/rulePack/rulePackSchema.ts';
import { startBuilt } from '../helpers/builtProgram.ts';
import { programForKey } from '../helpers/programForKey.ts';
import { createSigner, laterPack } from '../helpers/signedPack.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const signer = createSigner();
let program = '';
beforeAll(() => {
  program = programForKey(signer.key);
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

/** Runs a command of the built program in a process of its own. */
async function colophon(folder: string, ...args: string[]) {
  const run = startBuilt([process.execPath, join(program, 'main', 'cli.js'), ...args, '--data', folder], {
    environment: { LANG: 'en', XDG_STATE_HOME: join(folder, 'state') },
  });
  const code = await run.ended();
  return { code, out: run.out(), err: run.err() };
}

/** Writes a file into the folder and returns its name. */
function file(folder: string, name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A pack as of a later release: a new country and licence, and a server that refuses what is older than open access. */
const later = laterPack((pack: RulePack) => {
  pack.vocabularies.countries.push({ alpha_2: 'QQ', alpha_3: 'QQQ', numeric: '999', name: 'Quindecim' });
  pack.vocabularies.options.licence.push({ value: 'CC ZZ', display: 'CC ZZ' });
  pack.profile.oaStart = true;
  pack.rules['year-refused']!.en.message = 'Since the next release, {{year}} is too early: {{start}}.';
});
const signed = signer.sign(JSON.stringify(later));

const [journal] = world.journals.filter(({ bibjson }) => bibjson.title === 'Annals of Imaginary Cartography');
const { pissn, eissn } = journal!.bibjson;
/** An article of a year before the journal's open access, which began in 2012. */
const early = {
  bibjson: {
    title: 'A map of nowhere',
    abstract: 'It shows nothing.',
    author: [{ name: 'Ada Lovelace', orcid_id: 'https://orcid.org/0000-0002-1825-0097' }],
    identifier: [
      { type: 'doi', id: '10.5555/early.1' },
      { type: 'pissn', id: pissn },
      { type: 'eissn', id: eissn },
    ],
    journal: { volume: '1', number: '1' },
    link: [{ type: 'fulltext', url: 'https://cartography.example.org/early/1', content_type: 'HTML' }],
    keywords: ['maps'],
    year: '2010',
    month: '1',
  },
};

test('a pack from a file is shown, and used by the next command', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const articles = file(folder, 'articles.json', JSON.stringify([early]));
  const journals = file(folder, 'journals.json', JSON.stringify(world.journals));
  const check = () => colophon(folder, 'check', articles, '--journals', journals);
  expect((await colophon(folder, 'rules')).out).toMatch(/^Rule pack 1\. Of .*; it came with Colophon\.\n/);
  expect(await check()).toMatchObject({ code: 0 });

  const taken = await colophon(folder, 'rules', '--file', file(folder, 'pack.json', signed));
  expect(taken.err).toBe('');
  expect(taken.code).toBe(0);
  expect(taken.out).toMatch(/Version 2 of .* takes effect when Colophon starts next\./);
  const state = JSON.parse((await colophon(folder, 'rules', '--json')).out) as Record<string, unknown>;
  expect(state).toMatchObject({ version: 2, date: later.date, origin: 'file', next: null, unusable: null });
  const checked = await check();
  expect(checked.out).toContain('Since the next release, 2010 is too early: 2012.');
  expect(checked.code).toBe(1);
});

test('a value that the pack brings is accepted, and one that it drops is a finding', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const [application] = world.applications;
  const withValues = (country: string, type: string) => ({
    ...application,
    bibjson: {
      ...application!.bibjson,
      publisher: { ...application!.bibjson.publisher, country },
      license: [{ type }],
    },
  });
  const checked = async (country: string, type: string) => {
    const requests = file(folder, 'requests.json', JSON.stringify([withValues(country, type)]));
    const { out } = await colophon(folder, 'check', requests, '--kind', 'application', '--json');
    const { findings } = JSON.parse(out.split('\n')[0]!) as { findings: { code: string }[] };
    return findings.map(({ code }) => code);
  };
  const unknown = ['country-unknown', 'licence-unknown'];
  expect(await checked('QQ', 'CC ZZ')).toEqual(expect.arrayContaining(unknown));
  await colophon(folder, 'rules', '--file', file(folder, 'pack.json', signed));
  const now = await checked('QQ', 'CC ZZ');
  expect(now.filter((code) => unknown.includes(code))).toEqual([]);

  const without = { ...later, version: later.version + 1 };
  without.vocabularies = structuredClone(without.vocabularies);
  without.vocabularies.countries = without.vocabularies.countries.filter(({ alpha_2 }) => alpha_2 !== 'NL');
  without.vocabularies.options.licence = without.vocabularies.options.licence.filter(
    ({ value }) => value !== 'CC BY-ND',
  );
  await colophon(folder, 'rules', '--file', file(folder, 'pack.json', signer.sign(JSON.stringify(without))));
  expect(await checked('NL', 'CC BY-ND')).toEqual(expect.arrayContaining(unknown));
});

test('the thread that imports uses the pack, too', { timeout: 120_000 }, async () => {
  const errors = async (isLater: boolean) => {
    const folder = temporaryFolder();
    const articles = file(folder, 'articles.json', JSON.stringify([early]));
    if (isLater) await colophon(folder, 'rules', '--file', file(folder, 'pack.json', signed));
    const run = await colophon(folder, 'upload', articles, '--account', 'Sandbox', '--dry-run');
    expect(run.out).toContain(isLater ? '1 held back' : '0 held back');
    const db = openDatabase(join(folder, 'colophon.db'));
    const found = db.prepare('SELECT errors FROM drafts').pluck().all();
    db.close();
    return found;
  };
  expect(await errors(false)).toEqual([0]);
  expect(await errors(true)).toEqual([1]);
});

test('a file that is refused says why, and changes nothing', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  for (const [content, problem] of [
    [createSigner().sign(JSON.stringify(later)), 'The signature of the rule pack does not fit.'],
    [Buffer.from(JSON.stringify(later)), 'The rule pack has no signature.'],
    [Buffer.alloc(2_000_000, 'x'), 'The rule pack is larger than 1 MB.'],
  ] as const) {
    const run = await colophon(folder, 'rules', '--file', file(folder, 'pack.json', content));
    expect(run.err).toContain(problem);
    expect(run.code).toBe(2);
  }
  expect(existsSync(join(folder, 'rule-pack.json'))).toBe(false);
});

test('every command says that a saved pack was changed, and does without it', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  await colophon(folder, 'rules', '--file', file(folder, 'pack.json', signed));
  const saved = join(folder, 'rule-pack.json');
  writeFileSync(saved, readFileSync(saved, 'utf8').replace('Quindecim', 'Quindecum'));
  const run = await colophon(folder, 'rules');
  expect(run.out).toMatch(/^Rule pack 1\./);
  expect(run.err).toContain('The signature of the rule pack does not fit.');
  expect(run.code).toBe(0);
});
