import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Import, readSource, readSources, root, type Source } from './helpers/sources.ts';

// Who may import whom: ARCHITECTURE.md, "Who may import whom".

const entries = ['src/main/index.ts', 'src/main/web.ts', 'src/main/cli.ts'];
const composition = ['src/main/openHost.ts', 'src/main/restorableServices.ts'];

/** What an area may import: other areas, `node:`, packages by name. */
const allowed: Record<string, string[]> = {
  shared: ['shared', 'resources', 'zod', 'i18next'],
  preload: ['preload', 'shared', 'electron'],
  renderer: [
    'renderer',
    'shared',
    'resources',
    '@fluentui/react-components',
    '@fluentui/react-icons',
    '@tanstack/react-virtual',
    'dompurify',
    'i18next',
    'react',
    'react-dom',
    'react-hook-form',
    'react-i18next',
    'zustand',
  ],
  store: ['store', 'shared', 'resources', 'platform', 'better-sqlite3', 'node:'],
  remote: ['remote', 'shared', 'platform', 'semver', 'node:'],
  outbox: ['outbox', 'store', 'remote', 'shared', 'platform', 'node:'],
  upload: ['upload', 'store', 'remote', 'shared', 'platform', 'node:'],
  applications: ['applications', 'upload', 'store', 'remote', 'shared', 'platform', 'node:'],
  reconcile: ['reconcile', 'store', 'remote', 'shared', 'platform', 'node:'],
  compliance: ['compliance', 'store', 'remote', 'shared', 'platform', 'node:'],
  import: ['import', 'store', 'shared', 'platform', 'saxes', 'node:'],
  backups: ['backups', 'store', 'shared', 'platform', 'zod', 'node:'],
  diagnose: ['diagnose', 'backups', 'store', 'shared', 'platform', 'node:'],
  handlers: [
    'handlers',
    'backups',
    'applications',
    'store',
    'remote',
    'upload',
    'reconcile',
    'compliance',
    'import',
    'shared',
    'platform',
    'node:',
  ],
  sandbox: ['sandbox', 'resources', 'hono', '@hono/node-server', 'node:'],
  shell: [
    'shell',
    'composition',
    'shared',
    'platform',
    'services',
    'zod',
    'hono',
    '@hono/node-server',
    'electron',
    'node:',
  ],
  /** What has no place in the layers because everybody uses it. */
  platform: ['platform', 'shared', 'better-sqlite3', 'keytar', 'node:'],
  services: [
    'platform',
    'applications',
    'shared',
    'store',
    'remote',
    'upload',
    'reconcile',
    'compliance',
    'import',
    'handlers',
    'sandbox',
    'node:',
  ],
  composition: [
    'composition',
    'services',
    'handlers',
    'backups',
    'diagnose',
    'store',
    'platform',
    'shared',
    'node:',
  ],
  cli: [
    'cli',
    'diagnose',
    'composition',
    'services',
    'sandbox',
    'import',
    'shell',
    'platform',
    'shared',
    'commander',
    'parse5-sax-parser',
    'zod',
    'node:',
  ],
  entries: ['composition', 'cli', 'shell', 'platform', 'electron', 'node:'],
};

/** Packages that only these files load; others may import their types. */
const loaders: Record<string, string[]> = {
  electron: ['src/main/index.ts', 'src/preload/index.ts'],
  'better-sqlite3': ['src/main/platform/lockFolder.ts', 'src/main/store/database.ts'],
  keytar: ['src/main/platform/keychain.ts'],
};

function areaOf(path: string): string {
  if (entries.includes(path)) return 'entries';
  if (composition.includes(path)) return 'composition';
  if (path === 'src/main/services.ts' || path === 'src/main/servicesOptions.ts') return 'services';
  const [, first = '', second = ''] = /^src\/(\w+)\/(?:(\w+)\/)?/.exec(path) ?? [];
  if (first === 'main') return second || 'platform';
  return first || (/^(resources\/|package\.json$)/.test(path) ? 'resources' : `outside (${path})`);
}

/** Where an import leads: an area, `node:`, or a package. */
function targetOf(file: string, { specifier }: Import): string {
  if (specifier.startsWith('.')) return areaOf(posix.normalize(posix.join(posix.dirname(file), specifier)));
  if (specifier.startsWith('node:')) return 'node:';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Every import of a file that its area may not have, in words. */
function trespasses(source: Source): string[] {
  const area = areaOf(source.file);
  return source.imports.flatMap((given) => {
    const target = targetOf(source.file, given);
    const ownVersion =
      source.file === 'src/main/platform/version.ts' && given.specifier === '../../../package.json';
    if (!ownVersion && target !== area && !allowed[area]?.includes(target)) {
      return [`${source.file} (${area}) imports ${given.specifier} (${target})`];
    }
    const only = loaders[target];
    if (only && given.kind !== 'type' && !only.includes(source.file)) {
      return [`${source.file} loads ${given.specifier}; only ${only.join(' and ')} may`];
    }
    if (target === 'keytar' && given.kind === 'value')
      return [`${source.file} loads keytar before it is wanted`];
    return given.specifier.startsWith('.') && !/\.(tsx?|json|css)(\?raw)?$/.test(given.specifier)
      ? [`${source.file} imports ${given.specifier} without its ending`]
      : [];
  });
}

const sources = readSources('src');

describe('the imports', () => {
  test('go only where ARCHITECTURE.md lets them go', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(trespasses)).toEqual([]);
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
    ['src/main/platform/keychain.ts', "import keytar from 'keytar';"],
    ['src/main/upload/x.ts', 'const name = "x"; await import(name);'],
    ['src/preload/x.ts', "import { createLog } from '../main/platform/log.ts';"],
    ['src/renderer/x.tsx', "import { chunk } from 'lodash';"],
    ['src/main/store/x.ts', "import type { Uploads } from '../upload/uploads.ts';"],
    ['src/main/upload/x.ts', "import { createApplications } from '../applications/applications.ts';"],
    [
      'src/main/applications/x.ts',
      "import { createReconciliations } from '../reconcile/reconciliations.ts';",
    ],
    ['src/main/reconcile/x.ts', "import { growing } from '../upload/pace.ts';"],
    ['src/main/compliance/x.ts', "import { undoably } from '../handlers/undoably.ts';"],
    ['src/main/import/x.ts', "import { createDirectoryClient } from '../remote/directoryClient.ts';"],
    ['src/main/backups/x.ts', "import { createUploads } from '../upload/uploads.ts';"],
    ['src/main/diagnose/x.ts', "import { dispatch } from '../shell/dispatch.ts';"],
    ['src/main/platform/log.ts', "import { openDatabase } from '../store/database.ts';"],
    ['src/main/services.ts', "import { createBackups } from './backups/backups.ts';"],
    ['src/main/openHost.ts', "import { createUploads } from './upload/uploads.ts';"],
    ['src/main/cli/x.ts', "import { openDatabase } from '../store/database.ts';"],
    ['src/main/web.ts', "import { createServices } from './services.ts';"],
    ['src/elsewhere/x.ts', "import { z } from 'zod';"],
    ['src/main/upload/x.ts', "import { uploadSteps } from '../../shared/upload/uploadStates';"],
  ])('would be caught in %s: %s', (file, text) => {
    expect(trespasses(readSource(file, text))).toHaveLength(1);
  });

  test.each([
    ['src/main/store/x.ts', "import type Database from 'better-sqlite3';"],
    ['src/main/shell/x.ts', "import type { App } from 'electron';"],
    ['src/main/platform/keychain.ts', "await import('keytar');"],
    ['src/renderer/x.ts', "type Answer = import('../shared/contract/contract.ts').Answer;"],
  ])('are let through in %s: %s', (file, text) => {
    expect(trespasses(readSource(file, text))).toEqual([]);
  });

  test('never go round in a circle', () => {
    expect(findCircles(sources)).toEqual([]);
  });

  test('would be caught going round in a circle, which types may', () => {
    const pair = (kind: string) => [
      readSource('src/shared/a.ts', "import { b } from './b.ts'; export const a = b;"),
      readSource('src/shared/b.ts', `import ${kind}{ a } from './a.ts'; export const b = 1;`),
    ];
    expect(findCircles(pair(''))).toEqual(['src/shared/a.ts -> src/shared/b.ts -> src/shared/a.ts']);
    expect(findCircles(pair('type '))).toEqual([]);
  });
});

/** Each circle of imports that are more than types, as `a -> b -> a`. */
function findCircles(all: Source[]): string[] {
  const graph = new Map(
    all.map(({ file, imports }) => [
      file,
      imports
        .filter(({ specifier, kind }) => kind === 'value' && specifier.startsWith('.'))
        .map(({ specifier }) => posix.normalize(posix.join(posix.dirname(file), specifier))),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) return void circles.push([...path.slice(start), file].join(' -> '));
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}

test('nothing happens on import', async () => {
  const ways = [
    ...entries,
    'src/main/backups/backupWorker.ts',
    'src/main/import/importWorker.ts',
    'src/sandbox/sandboxWorker.ts',
    'src/main/store/drafts/draftWorker.ts',
  ];
  const files = sources
    .map(({ file }) => file)
    .filter((file) => /^src\/(main|shared)\//.test(file) && !ways.includes(file));
  const { reports, made } = await importAlone(files);
  expect(Object.keys(reports)).toEqual(files);
  expect(Object.entries(reports).filter(([, left]) => left.length > 0)).toEqual([]);
  expect(made).toEqual([]);
});

/** Imports the files one after the other in a process of their own; tells what each left running or printed, and what files it made. */
async function importAlone(files: string[]): Promise<{ reports: Record<string, string[]>; made: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-alone-'));
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./helpers/importAlone.ts', import.meta.url)), root, ...files],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  // It ends by itself: nothing is left that keeps it running.
  await new Promise((resolve) => child.once('close', resolve));
  const made = readdirSync(folder, { recursive: true }).map(String);
  rmSync(folder, { recursive: true });
  return { reports: JSON.parse(out), made };
}

/** Begins, ends or nests a transaction by itself. */
const ownTransaction =
  /\b(?:db|database)\.transaction\(|\.(?:immediate|exclusive|deferred)\(|['"`]\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/i;
/** `write` itself, and the lock of the data folder, which is a database without content. */
const mayBeginTransactions = ['src/main/store/write.ts', 'src/main/platform/lockFolder.ts'];

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
