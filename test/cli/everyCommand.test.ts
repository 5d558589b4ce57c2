import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/runtime.mjs';
import { buildCommands } from '../../src/main/cli/commands.ts';
import { journalFileText } from '../../src/shared/journalFile/writeJournalFile.ts';
import { colophonScript, startBuilt } from '../helpers/builtProgram.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { articleAt } from '../sources/sourceWorld.ts';

/** What a command needs from the world around it. */
interface World {
  folder: string;
  /** Options that name the data folder. */
  data: readonly string[];
  directory: TestDirectory;
  /** Of the office for a person. */
  address: (person: string) => string;
  /** The name of the newest backup. */
  backup: () => Promise<string>;
}

interface CommandRun {
  args: (world: World) => readonly string[];
  code?: number;
  /** A part of what it prints, in both languages. */
  en: RegExp;
  fr: RegExp;
  input?: string;
  environment?: (world: World) => Record<string, string>;
  /** It ends only when asked to, after printing what is expected. */
  isServer?: boolean;
}

const issns = ['Journal ISSN (print version)', 'Journal EISSN (online version)'];
const press = ['--account', 'Press'];
const inFolder = (name: string) => (world: World) => join(world.folder, name);
const articles = inFolder('articles.json');
const table = inFolder('journals.csv');
/** An article whose link is on this computer, so that its check needs no network. */
const ownLink = inFolder('ownLink.json');
const officePassword = (person: string) => () => ({ COLOPHON_OFFICE_PASSWORD: `secret of ${person}` });

/** One run of each command, in an order in which each finds what it needs. The keys are the commands as typed. */
const runs: Record<string, CommandRun> = {
  serve: {
    args: ({ data }) => ['--no-open', ...data],
    en: /Colophon is open at http:\/\/127\.0\.0\.1:\d+\//,
    fr: /Colophon est ouvert à l’adresse http:\/\/127\.0\.0\.1:\d+\//,
    isServer: true,
  },
  sandbox: { args: () => [], en: /"directory"/, fr: /"directory"/, isServer: true },
  'account add': {
    args: ({ data, directory }) => [
      ...['Press', '--base', directory.directory['4.0'], '--username', 'pub1'],
      ...data,
    ],
    en: /Press/,
    fr: /Press/,
  },
  'account list': { args: ({ data }) => data, en: /Press/, fr: /Press/ },
  'account test': { args: ({ data }) => ['Press', ...data], en: /accepts the key/, fr: /accepte la clé/ },
  'account key': {
    args: ({ data }) => ['Press', '--remove', ...data],
    en: /was removed/,
    fr: /a été supprimée/,
  },
  check: { args: (world) => [articles(world)], en: /accepted/, fr: /accept/ },
  convert: { args: (world) => [articles(world), '--to', 'ris'], en: /TY {2}- JOUR/, fr: /TY {2}- JOUR/ },
  upload: { args: (world) => [articles(world), ...press, ...world.data], en: /sent/, fr: /envoy/ },
  compliance: {
    args: () => ['--read', join(import.meta.dirname, '../fixtures/given/checker/calculate/c18.json')],
    en: /comply/,
    fr: /conform/,
  },
  query: { args: () => ['--kind', 'article', 'open access'], en: /open access/, fr: /open access/ },
  search: {
    args: ({ data }) => ['--kind', 'article', 'title', ...press, ...data],
    en: /result/,
    fr: /résultat/,
  },
  'update-requests': { args: ({ data }) => data, en: /No Update Requests/, fr: /Aucune demande/ },
  compare: {
    args: ({ data }) => ['--journal', '1234-5679', '--year', '2024', ...data],
    en: /directory/,
    fr: /répertoire/,
  },
  harvest: {
    args: ({ data, directory }) => [`${directory.origin}/web/https/ojs.example/oai`, '--offers', ...data],
    en: /Format that cannot be read/,
    fr: /Format illisible/,
  },
  rules: {
    args: ({ data }) => data,
    en: /Rule pack 1\. Of .+; it came with Colophon\./,
    fr: /Jeu de règles 1\. Du .+; fourni avec Colophon\./,
  },
  watch: {
    args: ({ data }) => ['--once', '--account', 'Sandbox', ...data],
    en: /at the directory \(requests: \d+\)/,
    fr: /dans le répertoire \(requêtes.: \d+\)/,
  },
  sync: {
    args: ({ data }) => ['--journal', '4567-8901', ...press, ...data],
    code: 3,
    en: /no journal with the ISSN/,
    fr: /aucune revue avec l’ISSN/,
  },
  links: { args: (world) => [ownLink(world), ...world.data], en: /address/, fr: /adresse/ },
  'journal-file check': {
    args: (world) => [table(world), ...press, ...world.data],
    en: /validated successfully/,
    fr: /valide/,
  },
  'journal-file requests': {
    args: (world) => [table(world), ...press, ...world.data],
    en: /Update Request/,
    fr: /mise à jour/,
  },
  'journal-file write': { args: ({ data }) => [...press, ...data], en: /Journal EISSN/, fr: /Journal EISSN/ },
  'backup make': { args: ({ data }) => data, en: /2 drafts/, fr: /2 brouillons/ },
  'backup list': { args: ({ data }) => data, en: /draft/, fr: /brouillon/ },
  'backup preview': { args: ({ data }) => data, en: /draft/, fr: /brouillon/ },
  'backup restore': { args: ({ data }) => data, en: /restored/, fr: /restaur/ },
  'office sql': { args: () => ['anna'], en: /CREATE ROLE .*'anna'/, fr: /CREATE ROLE .*'anna'/ },
  'office create': {
    args: ({ address, data }) => [address('anna'), ...data],
    environment: officePassword('anna'),
    en: /Up to date/,
    fr: /À jour/,
  },
  'office join': {
    args: ({ address, folder }) => [address('ben'), '--data', join(folder, 'ben')],
    environment: officePassword('ben'),
    en: /Up to date/,
    fr: /À jour/,
  },
  'office status': {
    args: ({ data }) => data,
    environment: officePassword('anna'),
    en: /Up to date/,
    fr: /À jour/,
  },
  'office leave': {
    args: ({ data }) => data,
    environment: officePassword('anna'),
    en: /A copy of everything stays here/,
    fr: /Une copie de tout reste ici/,
  },
  'account remove': { args: ({ data }) => ['Press', '--accept-loss', ...data], en: /Press/, fr: /Press/ },
  diagnose: { args: ({ data }) => data, en: /version/i, fr: /version/i },
};

let cluster: PostgresCluster | null = null;
let directory: TestDirectory;
beforeAll(async () => {
  ensureBuilt({ quiet: true });
  directory = await startTestDirectory();
  if (postgresPrograms === null) return;
  cluster = await startPostgres();
  for (const person of ['anna', 'ben']) await cluster.addPerson(person);
});
afterAll(async () => {
  await directory?.stop();
  cluster?.remove();
});

test('docs/cli.md and this test know the same commands', () => {
  const nothing = () => undefined;
  const { program } = buildCommands({
    ...{ argv: [], environment: {}, isScreen: false, out: nothing, err: nothing },
    stdin: Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.ReadStream,
    outData: async () => undefined,
  });
  const commands = leavesOf(program);
  expect(Object.keys(runs).sort()).toEqual(commands.sort());
  const reference = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
  for (const command of commands) expect(reference).toContain(`## colophon ${command}\n`);
});

// In English always, in French at night.
describe.each(isFullRun ? (['en', 'fr'] as const) : (['en'] as const))(
  'the built program in the language %s',
  (language) => {
    test('runs every command in a process of its own, which ends with the command', async () => {
      const world = await createWorld();
      for (const [command, run] of Object.entries(runs)) {
        if (cluster === null && command.startsWith('office ') && command !== 'office sql') continue;
        const names = /^backup (preview|restore)$/.test(command) ? [await world.backup()] : [];
        const started = startBuilt(
          [process.execPath, colophonScript, ...command.split(' '), ...names, ...run.args(world)],
          {
            input: run.input,
            environment: {
              ...{ LANG: language, XDG_STATE_HOME: join(world.folder, 'state') },
              COLOPHON_API_KEY: goodKey,
              ...run.environment?.(world),
            },
          },
        );
        if (run.isServer) {
          await started.printed(run[language]);
          started.child.kill('SIGINT');
        }
        const code = await started.ended();
        const printed = started.out() + started.err();
        expect
          .soft({ command, code, printed })
          .toEqual({ ...{ command, code: run.code ?? 0 }, printed: expect.stringMatching(run[language]) });
        expect.soft(printed, command).not.toMatch(/unsettled|\bWarning:|\n {4}at /);
      }
    }, 900_000);
  },
);

async function createWorld(): Promise<World> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'articles.json'), JSON.stringify([article(1), article(2)]));
  writeFileSync(join(folder, 'ownLink.json'), JSON.stringify([articleAt('http://127.0.0.1:1/a')]));
  writeFileSync(
    join(folder, 'journals.csv'),
    journalFileText([
      [...issns, 'Journal URL'],
      ['1234-5679', '2345-6787', 'https://journal.example.org'],
    ]),
  );
  const data = ['--data', join(folder, 'data')];
  const database = (await cluster?.createDatabase()) ?? '';
  await cluster?.prepareOffice(database);
  return {
    ...{ folder, data, directory },
    address: (person) => cluster!.address(person, database),
    async backup() {
      const run = startBuilt([process.execPath, colophonScript, 'backup', 'list', '--json', ...data]);
      expect(await run.ended()).toBe(0);
      const [newest] = JSON.parse(run.out()) as { name: string }[];
      return newest!.name;
    },
  };
}

/** The commands that do something, as typed. */
function leavesOf(command: Command, path: readonly string[] = []): string[] {
  return command.commands.flatMap((child) => {
    const own = [...path, child.name()];
    return child.commands.length > 0 ? leavesOf(child, own) : [own.join(' ')];
  });
}
