import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Import, readSource, readSources, root, type Source } from './helpers/sources.ts';

// The rules of ARCHITECTURE.md, "Who may import whom".

const entries = ['src/main/index.ts', 'src/main/web.ts', 'src/main/cli.ts'];

/** The layers of main, from top to bottom. An area imports only from layers below, or from areas to its right. */
const layers = [
  ['entries'],
  ['cli', 'shell'],
  ['composition', 'assembly'],
  ['handlers'],
  ['services'],
  [
    'watch',
    'office',
    'articles',
    'applications',
    'outbox',
    'comparisons',
    'sources',
    'compliance',
    'import',
    'edits',
    'exports',
    'diagnose',
    'backups',
  ],
  ['formats', 'store', 'remote'],
  ['platform'],
];

const components = [
  '@fluentui/react-charts',
  '@fluentui/react-components',
  '@fluentui/react-icons',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'diff',
  'dompurify',
  'i18next',
  'react',
  'react-dom',
  'react-hook-form',
  'zustand',
];

/** The areas, `node:` and packages that an area may import, besides itself. */
const allowed: Record<string, string[]> = {
  shared: ['resources', 'zod', 'i18next', 'franc-min'],
  preload: ['shared', 'electron'],
  sandbox: ['resources', 'hono', '@hono/node-server', 'node:'],

  // The renderer's files at the top, then its layers from top to bottom. Each screen is an area of its own.
  renderer: ['frame', 'screens', 'parts', 'state', 'shared', ...components],
  frame: ['parts', 'state', 'shared', ...components],
  screens: ['parts', 'state', 'shared', ...components],
  parts: ['state', 'shared', ...components],
  state: ['shared', 'resources', '@tanstack/react-query', 'react', 'react-dom', 'zustand'],
  visible: ['shared', 'react'],

  entries: ['cli', 'shell', 'composition', 'platform', 'sandbox', 'electron', 'node:'],
  cli: [
    ...[
      'shell',
      'composition',
      'assembly',
      'services',
      'office',
      'import',
      'formats',
      'diagnose',
      'platform',
      'sandbox',
    ],
    ...['shared', 'commander', 'parse5-sax-parser', 'zod', 'node:'],
  ],
  shell: [
    ...['composition', 'assembly', 'platform', 'shared'],
    ...['electron', 'hono', '@hono/node-server', 'zod', 'node:'],
  ],
  composition: [
    'assembly',
    'services',
    'handlers',
    'diagnose',
    'backups',
    'store',
    'platform',
    'shared',
    'node:',
  ],
  assembly: ['handlers', 'services', 'comparisons', 'store', 'platform', 'sandbox', 'shared', 'node:'],
  services: [
    ...['watch', 'office', 'articles', 'applications', 'outbox', 'comparisons', 'sources', 'compliance'],
    ...['import', 'edits', 'exports', 'store', 'remote', 'platform', 'sandbox', 'shared', 'node:'],
  ],
  handlers: [
    ...['services', 'watch', 'office', 'articles', 'applications', 'comparisons', 'sources', 'compliance'],
    ...['import', 'backups', 'store', 'remote', 'platform', 'shared', 'node:'],
  ],
  // The two adapters of the outbox do not import each other, and its engine imports neither.
  articles: ['outbox', 'store', 'remote', 'platform', 'shared', 'node:'],
  applications: ['outbox', 'store', 'remote', 'platform', 'shared', 'node:'],
  outbox: ['remote', 'platform', 'shared'],
  comparisons: ['store', 'remote', 'platform', 'shared', 'node:'],
  compliance: ['store', 'remote', 'platform', 'shared'],
  sources: ['saxes', 'import', 'formats', 'store', 'remote', 'platform', 'shared', 'node:'],
  import: ['formats', 'store', 'platform', 'shared', 'node:'],
  edits: ['store', 'platform', 'shared', 're2js', 'node:'],
  exports: ['formats', 'store', 'platform', 'shared', 'node:'],
  watch: ['outbox', 'store', 'remote', 'platform', 'shared', 'node:'],
  office: ['applications', 'outbox', 'store', 'platform', 'shared', 'pg', 'node:'],
  diagnose: ['backups', 'store', 'platform', 'shared', 'node:'],
  backups: ['store', 'platform', 'shared', 'zod', 'node:'],
  formats: [
    ...[
      'shared',
      'entities',
      'iconv-lite',
      'jschardet',
      'parse5-sax-parser',
      'saxes',
      'yauzl',
      'yazl',
      'node:',
    ],
  ],
  store: ['platform', 'shared', 'better-sqlite3', 'node:'],
  remote: ['platform', 'shared', 'semver'],
  platform: ['shared', 'better-sqlite3', 'keytar', 'node:'],
};

/** Packages that only these files load; others may import their types. */
const loaders: Record<string, string[]> = {
  electron: ['src/main/index.ts', 'src/preload/index.ts'],
  'better-sqlite3': ['src/main/platform/files/lockFolder.ts', 'src/main/store/database.ts'],
  keytar: ['src/main/platform/secrets/keychain.ts'],
  pg: ['src/main/office/connect.ts'],
};

function areaOf(path: string): string {
  if (entries.includes(path)) return 'entries';
  if (path === 'src/main/services.ts') return 'assembly';
  if (path === 'src/main/servicesOptions.ts') return 'services';
  const [, first = '', second = ''] = /^src\/(\w+)\/(?:(\w+)\/)?/.exec(path) ?? [];
  if (first === 'main' && second === 'outbox') return adapterOf(path) ?? second;
  if (first === 'main') return second || 'composition';
  if (first === 'renderer') return second || 'renderer';
  return first || (/^(resources\/|package\.json$)/.test(path) ? 'resources' : `outside (${path})`);
}

/** The adapter of the outbox that a file belongs to; undefined for files of the engine. */
function adapterOf(path: string): string | undefined {
  return /^src\/main\/outbox\/(\w+)\//.exec(path)?.[1];
}

/** The screen that a file belongs to; undefined for files outside the screens. */
function screenOf(path: string): string | undefined {
  return /^src\/renderer\/screens\/(\w+)\//.exec(path)?.[1];
}

/** The area, `node:` or package that an import refers to. */
function targetOf(file: string, { specifier }: Import): string {
  if (specifier.startsWith('.')) return areaOf(pathOf(file, specifier));
  if (specifier.startsWith('node:')) return 'node:';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function pathOf(file: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

/** Describes every import of a file that breaks a rule. */
function forbiddenImports(source: Source): string[] {
  const area = areaOf(source.file);
  return source.imports.flatMap((given) => {
    const target = targetOf(source.file, given);
    const ownVersion =
      source.file === 'src/main/platform/version.ts' && given.specifier === '../../../package.json';
    const isOwn = target === area && screenOf(pathOf(source.file, given.specifier)) === screenOf(source.file);
    if (!ownVersion && !isOwn && !allowed[area]?.includes(target)) {
      return [`${source.file} (${area}) imports ${given.specifier} (${target})`];
    }
    const only = loaders[target];
    if (only && given.kind !== 'type' && !only.includes(source.file)) {
      return [`${source.file} loads ${given.specifier}; only ${only.join(' and ')} may`];
    }
    if (target === 'keytar' && given.kind === 'value')
      return [`${source.file} loads keytar before it is needed`];
    return given.specifier.startsWith('.') && !/\.(tsx?|json|css)(\?(?:raw|url))?$/.test(given.specifier)
      ? [`${source.file} imports ${given.specifier} without its extension`]
      : [];
  });
}

const sources = readSources('src');

describe('folders and files', () => {
  const folders = Map.groupBy(sources, ({ file }) => posix.dirname(file));

  test('a folder has at most 25 source files', () => {
    const large = [...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder);
    expect(large).toEqual([]);
  });

  test('a folder with more than eight says in a README where to begin', () => {
    const silent = [...folders]
      .filter(([folder, files]) => files.length > 8 && !existsSync(join(root, folder, 'README.md')))
      .map(([folder]) => folder);
    expect(silent).toEqual([]);
  });

  test('a test with the name of one source stands at its path, without `main`', () => {
    // They are about several parts together.
    const apart = /^test\/(?:chaos|delivery|e2e|electron|fuzz|plans|security)\//;
    const nameOf = (file: string) => basename(file).replace(/(?:\.test)?\.tsx?$/, '');
    const named = Map.groupBy(sources, ({ file }) => nameOf(file));
    const strays = readSources('test').flatMap(({ file }) => {
      const [source, other] = named.get(nameOf(file)) ?? [];
      if (!file.endsWith('.test.ts') || apart.test(file) || !source || other) return [];
      const place = join('test', dirname(source.file).replace(/^src(?:\/main)?/, ''), basename(file));
      // Where it has a test of its own, another one may look at it from elsewhere.
      return file === place || existsSync(join(root, place)) ? [] : [`${file} belongs to ${place}`];
    });
    expect(strays).toEqual([]);
  });

  test('a file of less than 30 lines with one user stands in that user, unless something keeps it apart', () => {
    // One file for each entry of a table: groups of calls, tables of the database, formats.
    const entry = /^src\/(shared\/contract|main\/(handlers|store\/schema))\/|\/formats\/.*\/index\.ts$/;
    const users = Map.groupBy(
      sources.flatMap((source) =>
        source.imports.map((one) => ({ ...one, of: pathOf(source.file, one.specifier) })),
      ),
      ({ of }) => of,
    );
    const tested = new Set(
      readSources('test').flatMap(({ file, imports }) =>
        imports.map(({ specifier }) => pathOf(file, specifier)),
      ),
    );
    const built = readFileSync(join(root, 'electron.vite.config.ts'), 'utf8');
    const small = sources.filter(({ file }) => {
      const [user, other] = users.get(file) ?? [];
      if (!user || other || user.kind === 'dynamic') return false;
      if (entry.test(file) || tested.has(file) || built.includes(file)) return false;
      return readFileSync(join(root, file), 'utf8').split('\n').length <= 30;
    });
    expect(small.map(({ file }) => file)).toEqual(
      [
        // Their user may not import what they import.
        'src/main/import/mapping/savedMappings.ts',
        'src/shared/office/colleagues.ts',
        // Used before it could be declared there.
        'src/main/office/schema/grants.ts',
        // Not of the same kind as the long file that uses them.
        'src/main/shell/notifications.ts',
        'src/renderer/frame/SavedListMenu.tsx',
        'src/shared/journalFile/issnsIn.ts',
      ].sort(),
    );
  });
});

describe('imports', () => {
  test('follow the rules of ARCHITECTURE.md', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(forbiddenImports)).toEqual([]);
  });

  test('use all that the table allows; packages of the window are for all its layers', () => {
    const used = new Set(
      sources.flatMap(({ file, imports }) => imports.map((one) => `${areaOf(file)} ${targetOf(file, one)}`)),
    );
    const unused = Object.entries(allowed).flatMap(([area, targets]) =>
      targets
        .filter((target) => !components.includes(target) && !used.has(`${area} ${target}`))
        .map((target) => `${area} ${target}`),
    );
    expect(unused).toEqual([]);
  });

  test('of main only lead down its eight layers, and to the right within one', () => {
    expect(layers).toHaveLength(8);
    const order = layers.flat();
    const upward = order.flatMap((area, at) =>
      allowed[area]!.filter((target) => order.slice(0, at).includes(target)).map((target) => [area, target]),
    );
    expect(upward).toEqual([]);
    const areas = new Set(
      sources.filter(({ file }) => file.startsWith('src/main/')).map(({ file }) => areaOf(file)),
    );
    expect([...areas].filter((area) => !order.includes(area))).toEqual([]);
  });

  test.each([
    ['src/sandbox/x.ts', "import { AppError } from '../shared/errors.ts';"],
    ['src/shared/x.ts', "import { readFileSync } from 'node:fs';"],
    ['src/shared/x.ts', "export * from '../main/platform/log.ts';"],
    ['src/renderer/x.tsx', "const store = await import('../main/store/drafts/draftStore.ts');"],
    ['src/renderer/x.tsx', "import { ipcRenderer } from 'electron';"],
    ['src/main/remote/x.ts', "import type { DraftStore } from '../store/drafts/draftStore.ts';"],
    ['src/main/store/x.ts', "import Database from 'better-sqlite3';"],
    ['src/main/handlers/x.ts', "import { registerIpc } from '../shell/ipc.ts';"],
    ['src/main/shell/x.ts', "import { app } from 'electron';"],
    ['src/main/shell/x.ts', "import { createServices } from '../../../test/helpers/x.ts';"],
    ['src/main/platform/secrets/keychain.ts', "import keytar from 'keytar';"],
    ['src/main/outbox/x.ts', 'const name = "x"; await import(name);'],
    ['src/preload/x.ts', "import { createLog } from '../main/platform/log.ts';"],
    ['src/renderer/x.tsx', "import { chunk } from 'lodash';"],
    ['src/main/store/x.ts', "import type { Uploads } from '../outbox/articles/uploads.ts';"],
    [
      'src/main/outbox/articles/x.ts',
      "import { createApplications } from '../applications/applications.ts';",
    ],
    [
      'src/main/outbox/applications/x.ts',
      "import { createComparisons } from '../comparisons/comparisons.ts';",
    ],
    ['src/main/comparisons/x.ts', "import { backoff } from '../outbox/backoff.ts';"],
    ['src/main/compliance/x.ts', "import { undoably } from '../handlers/undoably.ts';"],
    ['src/main/import/x.ts', "import { createDirectoryClient } from '../remote/directoryClient.ts';"],
    ['src/main/backups/x.ts', "import { Uploads } from '../outbox/articles/uploads.ts';"],
    ['src/main/diagnose/x.ts', "import { dispatch } from '../shell/dispatch.ts';"],
    ['src/main/platform/log.ts', "import { openDatabase } from '../store/database.ts';"],
    ['src/main/services.ts', "import { createBackups } from './backups/backups.ts';"],
    ['src/main/openHost.ts', "import { Uploads } from './outbox/articles/uploads.ts';"],
    ['src/main/cli/x.ts', "import { openDatabase } from '../store/database.ts';"],
    ['src/main/web.ts', "import { createServices } from './services.ts';"],
    ['src/elsewhere/x.ts', "import { z } from 'zod';"],
    ['src/main/outbox/x.ts', "import { uploadSteps } from '../../shared/upload/uploadStates';"],
    ['src/sandbox/x.ts', "import type { Account } from '../shared/directory/account.ts';"],
    ['src/sandbox/x.ts', "import { systemClock } from '../main/platform/clock.ts';"],
    ['src/main/platform/x.ts', "import type { ServicesOptions } from '../servicesOptions.ts';"],
    ['src/main/outbox/x.ts', "import { Uploads } from './articles/uploads.ts';"],
    ['src/main/shell/x.ts', "import { createCommands } from '../cli/commands.ts';"],
    ['src/main/handlers/x.ts', "import type { Services } from '../services.ts';"],
    ['src/main/services/x.ts', "import { undoably } from '../handlers/undoably.ts';"],
    ['src/main/services/x.ts', "import { openHost } from '../openHost.ts';"],
    ['src/renderer/screens/Drafts/x.tsx', "import { Timeline } from '../Uploads/Timeline.tsx';"],
    ['src/renderer/screens/Drafts/x.tsx', "import('../Import/Import.tsx');"],
    ['src/renderer/screens/Drafts/x.tsx', "import { Rail } from '../../frame/Rail.tsx';"],
    ['src/renderer/screens/Drafts/x.tsx', "import { ArticleForm } from '../../lazyScreens.ts';"],
    ['src/renderer/frame/x.tsx', "import { Drafts } from '../screens/Drafts/Drafts.tsx';"],
    ['src/renderer/parts/x.tsx', "import type { Row } from '../screens/Drafts/gridColumns.tsx';"],
    ['src/renderer/state/x.ts', "import { saveFile } from '../parts/saveFile.ts';"],
    ['src/renderer/state/x.ts', "import { Button } from '@fluentui/react-components';"],
  ])('are rejected in %s: %s', (file, text) => {
    expect(forbiddenImports(readSource(file, text))).toHaveLength(1);
  });

  test.each([
    ['src/main/store/x.ts', "import type Database from 'better-sqlite3';"],
    ['src/main/shell/x.ts', "import type { App } from 'electron';"],
    ['src/main/platform/secrets/keychain.ts', "await import('keytar');"],
    ['src/renderer/x.ts', "type Answer = import('../shared/contract/contract.ts').Answer;"],
    ['src/renderer/screens/Drafts/x.tsx', "import { DraftPane } from './DraftPane.tsx';"],
    ['src/main/cli/x.ts', "import { runWeb } from '../shell/runWeb.ts';"],
  ])('are accepted in %s: %s', (file, text) => {
    expect(forbiddenImports(readSource(file, text))).toEqual([]);
  });

  test('reach the library for PostgreSQL from the office’s thread only, so that nothing else loads it', () => {
    const reached = new Set(entries);
    for (const path of reached) {
      const source = sources.find(({ file }) => file === path);
      const loaded = source?.imports.filter(
        ({ kind, specifier }) => kind !== 'type' && specifier.startsWith('.'),
      );
      for (const { specifier } of loaded ?? []) reached.add(pathOf(path, specifier));
    }
    expect(reached.size).toBeGreaterThan(300);
    expect(reached).toContain('src/main/office/office.ts');
    expect(reached).not.toContain('src/main/office/connect.ts');
    expect(reached).not.toContain('src/main/office/officeWorker.ts');
  });

  test('of the page never lead to zod, which tries to compile code: the content security policy forbids it', () => {
    const byFile = new Map(sources.map((source) => [source.file, source]));
    const reached = new Set(sources.flatMap(({ file }) => (file.startsWith('src/renderer/') ? [file] : [])));
    const found: string[] = [];
    for (const file of reached)
      for (const { specifier, kind } of byFile.get(file)?.imports ?? []) {
        if (kind === 'type') continue;
        if (specifier === 'zod') found.push(file);
        if (specifier.startsWith('.')) reached.add(pathOf(file, specifier));
      }
    expect(reached.size).toBeGreaterThan(500);
    // The bundler leaves their schemas out.
    expect(found.sort()).toEqual(['src/shared/errors.ts', 'src/shared/messageSchema.ts']);
  });

  test('of Fluent’s progress bar go through Bar, since it alone stands still for those who ask for it', () => {
    const draws = /import \{[^}]*\bProgressBar\b[^}]*\} from '@fluentui/;
    const drawing = sources.filter(
      ({ file }) => file.endsWith('.tsx') && draws.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(drawing.map(({ file }) => file)).toEqual(['src/renderer/parts/Bar.tsx']);
  });

  test('leave it to the table of dialects what an account’s directory does differently', () => {
    const asks = /[!=]== '(?:3\.0\.1|4\.0)'|'(?:3\.0\.1|4\.0)' [!=]==|case '(?:3\.0\.1|4\.0)'/;
    const asking = sources.filter(
      ({ file }) => !file.startsWith('src/sandbox/') && asks.test(readFileSync(join(root, file), 'utf8')),
    );
    // The name of the dialect on screen.
    expect(asking.map(({ file }) => file)).toEqual(['src/renderer/screens/Settings/AccountsSection.tsx']);
  });

  test('form no cycles', () => {
    expect(findCycles(sources)).toEqual([]);
  });

  test.each(['import { a }', 'import type { a }', 'export { a }'])(
    'are rejected in a cycle of `%s`',
    (back) => {
      const cycle = [
        readSource('src/shared/a.ts', "import { b } from './b.ts'; export const a = b;"),
        readSource('src/shared/b.ts', `${back} from './a.ts'; export const b = 1;`),
      ];
      expect(findCycles(cycle)).toEqual(['src/shared/a.ts -> src/shared/b.ts -> src/shared/a.ts']);
    },
  );
});

/** Each cycle of imports, of types too, as `a -> b -> a`. */
function findCycles(all: Source[]): string[] {
  const graph = new Map(
    all.map(({ file, imports }) => [
      file,
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => pathOf(file, specifier)),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) return void cycles.push([...path.slice(start), file].join(' -> '));
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}

/** Where messages become text: windows, terminals, menus and notifications, and exported files. */
const mayImportText = /^src\/(renderer|shared\/i18n|main\/(cli|shell))\/|^src\/main\/.*\/export[A-Z]\w*\.ts$/;

describe('user-facing text', () => {
  test('is imported only by the renderer, the command line, the shells and the exporters', () => {
    expect(sources.filter(importsText).map(({ file }) => file)).toEqual([]);
  });

  test.each([
    ['src/main/outbox/x.ts', "import { t } from '../../shared/i18n/i18n.ts';", true],
    ['src/shared/article/x.ts', "import { fieldLabel } from '../i18n/fieldLabel.ts';", true],
    ['src/main/openHost.ts', "import en from '../shared/i18n/locales/en.json';", true],
    ['src/main/cli/x.ts', "import { t } from '../../shared/i18n/i18n.ts';", false],
    ['src/main/compliance/exportMatrix.ts', "import { t } from '../../shared/i18n/i18n.ts';", false],
    ['src/main/outbox/x.ts', "import { AppError } from '../../shared/errors.ts';", false],
  ])('imported in %s: %s', (file, text, isRejected) => {
    expect(importsText(readSource(file, text))).toBe(isRejected);
  });
});

/** Returns true if a file imports user-facing text but may not. */
function importsText({ file, imports }: Source): boolean {
  return (
    !mayImportText.test(file) &&
    imports.some(({ specifier }) => pathOf(file, specifier).startsWith('src/shared/i18n/'))
  );
}

test('importing a module has no side effects', async () => {
  const programs = [
    ...entries,
    'src/main/backups/backupWorker.ts',
    'src/main/edits/editWorker.ts',
    'src/main/exports/exportWorker.ts',
    'src/main/import/importWorker.ts',
    'src/main/store/drafts/draftWorker.ts',
    'src/main/store/logWorker.ts',
    'src/sandbox/sandboxWorker.ts',
  ];
  const files = sources
    .map(({ file }) => file)
    .filter((file) => /^src\/(main|sandbox|shared)\//.test(file) && !programs.includes(file));
  const { reports, made } = await importAlone(files);
  expect(Object.keys(reports)).toEqual(files);
  expect(Object.entries(reports).filter(([, left]) => left.length > 0)).toEqual([]);
  expect(made).toEqual([]);
});

/** Imports the files one by one in a separate process; reports what each left running or printed, and the files it created. */
async function importAlone(files: string[]): Promise<{ reports: Record<string, string[]>; made: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-alone-'));
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./helpers/importAlone.ts', import.meta.url)), root, ...files],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  // The process exits on its own, since nothing may be left running.
  await new Promise((resolve) => child.once('close', resolve));
  const made = readdirSync(folder, { recursive: true }).map(String);
  rmSync(folder, { recursive: true });
  return { reports: JSON.parse(out), made };
}

/** Statements that begin, end or nest a transaction. */
const ownTransaction =
  /\b(?:db|database)\.transaction\(|\.(?:immediate|exclusive|deferred)\(|['"`]\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/i;
/** `write` itself, the lock of the data folder, which is a database without content, and the office's PostgreSQL. */
const mayBeginTransactions = ['src/main/store/write.ts', 'src/main/platform/files/lockFolder.ts'];

function transactionsIn(file: string, text: string): string[] {
  if (!/^src\/(main|shared)\//.test(file) || mayBeginTransactions.includes(file)) return [];
  return text
    .split('\n')
    .filter((line) => ownTransaction.test(line))
    .map((line) => `${file}: ${line.trim()}`);
}

test('transactions begin in store/write.ts only', () => {
  expect(sources.flatMap(({ file }) => transactionsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual(
    [],
  );
});

test.each([
  'const save = db.transaction(() => statement.run());',
  'db.transaction(work).immediate();',
  "db.exec('BEGIN IMMEDIATE');",
  'db.prepare(`savepoint one`).run();',
])('a transaction of its own would be caught: %s', (line) => {
  expect(transactionsIn('src/main/store/x.ts', line)).toHaveLength(1);
});
