import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll, listPackage } from '@electron/asar';
import { Arch, build, Platform } from 'electron-builder';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import about from '../../package.json' with { type: 'json' };
import { ensureBuilt } from '../../scripts/runtime.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'colophon-package-'));
const resources = join(folder, 'out', 'linux-unpacked', 'resources');
let files: string[];

/** Packs with the release configuration, around placeholder files for Electron, which is not downloaded here. */
beforeAll(async () => {
  ensureBuilt({ quiet: true });
  const electron = join(folder, 'electron');
  mkdirSync(join(electron, 'resources'), { recursive: true });
  for (const name of ['electron', 'chrome_crashpad_handler', 'LICENSE', 'LICENSES.chromium.html'])
    writeFileSync(join(electron, name), '');
  chmodSync(join(electron, 'electron'), 0o755);
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      extends: './electron-builder.yml',
      // Fuses are bits of Electron's own binary.
      electronFuses: null,
      electronDist: electron,
      directories: { output: join(folder, 'out') },
    },
  });
  files = listPackage(join(resources, 'app.asar'), { isPack: false }).map((path) =>
    path.replaceAll('\\', '/'),
  );
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed application', () => {
  test('contains nothing that only its developers need', () => {
    const strange = files.filter((path) =>
      /\.(map|ts|tsx|md|log|env)$|\/(test|tests|fixtures|\.git|\.vite|scripts|bench)(\/|$)/i.test(path),
    );
    // A licence may be a Markdown file, which belongs to its package.
    expect(strange.filter((path) => !/licen[cs]e/i.test(path))).toEqual([]);
    expect(new Set(files.map((path) => path.split('/')[1]))).toEqual(
      new Set(['LICENSE', 'docs', 'node_modules', 'out', 'package.json']),
    );
  });

  test('contains no package that is bundled into the renderer, and no development package', () => {
    const packed = new Set(files.map((path) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
    expect(Object.keys(about.devDependencies).filter((name) => packed.has(name))).toEqual([]);
    expect(Object.keys(about.dependencies).filter((name) => !packed.has(name))).toEqual([]);
  });

  test('keeps native modules outside the archive', () => {
    const native = files.filter((path) => path.endsWith('.node'));
    expect(native.some((path) => path.includes('better-sqlite3'))).toBe(true);
    for (const path of native)
      expect(readFileSync(join(resources, 'app.asar.unpacked', path)).length).toBeGreaterThan(0);
  });

  test('contains everything its programs load: the command line checks a file with it', () => {
    const unpacked = join(folder, 'unpacked');
    extractAll(join(resources, 'app.asar'), unpacked);
    const article = join(folder, 'article.json');
    writeFileSync(article, JSON.stringify({ bibjson: { title: 'Packed' } }));
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(unpacked, 'out', 'main', 'cli.js'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, NODE_PATH: '' },
      });
    expect(run('--version').trim()).toBe(about.version);
    // Opening a data folder loads the native database module, workers and every store.
    expect(JSON.parse(run('account', 'list', '--json', '--data', join(folder, 'data')))).toEqual(
      expect.any(Array),
    );
  });
});

describe('the configuration of releases', () => {
  const config = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
    electronFuses: Record<string, boolean>;
    mac: { entitlements: string; icon: string };
    win: { icon: string };
    linux: { icon: string };
  };

  test('disables every way to run Electron as something else', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('requests only the permission for machine code from macOS', () => {
    const entitlements = readFileSync(join(root, config.mac.entitlements), 'utf8');
    expect([...entitlements.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });

  test('has icons of every size', () => {
    const ico = readFileSync(join(root, config.win.icon));
    const sizes = Array.from(
      { length: ico.readUInt16LE(4) },
      (_, index) => ico.readUInt8(6 + 16 * index) || 256,
    );
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
    const icns = readFileSync(join(root, config.mac.icon));
    expect(icns.toString('ascii', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    for (const size of [16, 32, 48, 64, 128, 256, 512, 1024]) {
      const png = readFileSync(join(root, config.linux.icon, `${size}x${size}.png`));
      expect(png.readUInt32BE(16)).toBe(size);
    }
  });
});
