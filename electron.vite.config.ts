import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { data as languageModels } from 'franc-min/data.js';

const at = (path: string) => resolve(import.meta.dirname, path);

/** Changes with everything that the findings of a record may depend on. */
function hashOfRules(): string {
  const files = globSync(['src/shared/**/*.ts', 'resources/*.json'], { cwd: import.meta.dirname }).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(at(file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Writes every other character as an escape: V8 keeps the code of each thread in memory, and code with one character
 * beyond Latin 1 takes twice as much.
 */
const asciiCode = {
  name: 'ascii-code',
  // After everything that prints the code anew.
  generateBundle(_options: unknown, bundle: Record<string, { code?: string }>) {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    for (const chunk of Object.values(bundle)) {
      if (chunk.code === undefined) continue;
      const [wrong] = notEscapable.exec(chunk.code) ?? [];
      if (wrong !== undefined) throw new Error(`This cannot be written in ASCII: ${wrong}`);
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};
/** Where an escape would mean something else: behind a backslash, and in text taken as it is. */
const notEscapable = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/;

/** Large tables that only rules need, which a window fetches as data when the code that reads them is loaded. */
const tables = {
  languageModels,
  languagesWithoutCode: resource('languagesWithoutCode'),
  texCommands: resource('texCommands'),
};
function resource(name: string): unknown {
  return JSON.parse(readFileSync(at(`resources/${name}.json`), 'utf8'));
}
const tablesAsData = {
  name: 'tables-as-data',
  enforce: 'pre' as const,
  resolveId(source: string, importer?: string) {
    const [, name] = /\/resources\/(\w+)\.json$/.exec(source) ?? [];
    if (name !== undefined && Object.hasOwn(tables, name)) return `\0table:${name}`;
    const isModels =
      source === 'franc-min/data.js' || (source === './data.js' && importer?.includes('/franc-min/'));
    return isModels ? '\0table:languageModels' : null;
  },
  load(this: { emitFile(file: object): string }, id: string) {
    const name = id.replace('\0table:', '') as keyof typeof tables;
    if (!Object.hasOwn(tables, name)) return null;
    const file = this.emitFile({ type: 'asset', name: `${name}.json`, source: JSON.stringify(tables[name]) });
    return `const response = await fetch(import.meta.ROLLUP_FILE_URL_${file});
      if (!response.ok) throw new Error(response.url + ': ' + response.status);
      export const data = await response.json();
      export default data;`;
  },
};

/** A window has no rule pack of its own: main gives it the active one with the page (src/main/shell/page.ts). */
const withoutRulePack = {
  name: 'without-rule-pack',
  enforce: 'pre' as const,
  load: (id: string) => (id.endsWith('/resources/rulePack.json') ? '{ "pack": null }' : null),
};

export default defineConfig({
  main: {
    define: { COLOPHON_RULES: JSON.stringify(hashOfRules()) },
    plugins: [asciiCode],
    build: {
      outDir: 'out/main',
      // Optional, so not among the dependencies that are left out by themselves.
      externalizeDeps: { include: ['keytar'] },
      rollupOptions: {
        input: {
          index: at('src/main/index.ts'),
          web: at('src/main/web.ts'),
          // Opened many times in one process by the browser tests.
          openWeb: at('src/main/shell/openWeb.ts'),
          cli: at('src/main/cli.ts'),
          backupWorker: at('src/main/backups/backupWorker.ts'),
          draftWorker: at('src/main/store/drafts/draftWorker.ts'),
          editWorker: at('src/main/edits/editWorker.ts'),
          exportWorker: at('src/main/exports/exportWorker.ts'),
          importWorker: at('src/main/import/importWorker.ts'),
          logWorker: at('src/main/store/logWorker.ts'),
          officeWorker: at('src/main/office/officeWorker.ts'),
          sandboxWorker: at('src/sandbox/sandboxWorker.ts'),
        },
        // All in one folder, so that what a chunk looks for beside itself is found from each of them.
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    // Every text on a screen passes `src/renderer/visible`.
    plugins: [withoutRulePack, tablesAsData, react({ jsxImportSource: '#visible' })],
    build: {
      outDir: 'out/renderer',
      minify: true,
      // Every browser that runs these scripts preloads modules by itself.
      modulePreload: { polyfill: false },
      // Which file needs which: the test of what a first screen needs reads it.
      manifest: true,
      // In kB, of what the first screen needs; test/e2e/firstScreen.spec.ts holds what it may be when compressed.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: { index: at('src/renderer/index.html') },
        // Few files: each one costs a request and a start of the parser.
        output: {
          // A shared file would be named after all that share it.
          chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
          codeSplitting: {
            groups: [
              // What is needed until the list of drafts can be used, and nothing else.
              {
                name: 'first',
                test: /src[\\/]renderer[\\/](App|screens[\\/]Drafts[\\/]Drafts)\.tsx$/,
                priority: 1,
              },
              // In one file, so that its tables are there before they are read: shared files import each other.
              { name: 'forms', test: /src[\\/]renderer[\\/]parts[\\/](form|article|application)[\\/]/ },
              { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
            ],
          },
        },
        // Schemas are for main; here their types are enough, and a schema that nobody reads is left out.
        treeshake: {
          manualPureFunctions: ['z'],
          moduleSideEffects: [{ test: /[\\/]src[\\/]shared[\\/]/, sideEffects: false }],
        },
      },
    },
  },
});
