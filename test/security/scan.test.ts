import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../helpers/sources.ts';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');
const rules = fileURLToPath(new URL('../../scripts/scan/oxlint.json', import.meta.url));

/** The files of a folder in which the scan finds a fault, each with the first one. */
function scan(folder: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [oxlint, '-c', rules, '--format=json', folder],
      { cwd: root },
      (_error, out) => {
        try {
          const { diagnostics, number_of_files } = JSON.parse(out);
          if (number_of_files === 0) throw new Error('Nothing was looked at.');
          resolve(
            Object.fromEntries(
              diagnostics.map(({ filename, message }: Record<string, string>) => [
                basename(filename!),
                message,
              ]),
            ),
          );
        } catch (error) {
          reject(error);
        }
      },
    );
  });
}

test('the scan finds nothing that Electron warns about in the shipped code', async () => {
  expect(await scan('src')).toEqual({});
});

test('the scan finds every planted fault', async () => {
  const planted = [
    'new BrowserWindow({ webPreferences: { nodeIntegration: true } });',
    'new BrowserWindow({ webPreferences: { contextIsolation: false } });',
    'new BrowserWindow({ webPreferences: { sandbox: false } });',
    'new BrowserWindow({ webPreferences: { webSecurity: false } });',
    'new BrowserWindow({ webPreferences: { allowRunningInsecureContent: true } });',
    'new BrowserWindow({ webPreferences: { webviewTag: true } });',
    'protocol.registerSchemesAsPrivileged([{ scheme: "x", privileges: { bypassCSP: true } }]);',
    "window.loadURL('http://example.org/');",
    "window.loadFile('page.html');",
    "contents.executeJavaScript('1');",
    "app.commandLine.appendSwitch('no-sandbox');",
    "app.on('certificate-error', accept);",
    "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';",
    "contextBridge.exposeInMainWorld('ipc', ipcRenderer);",
    'box.innerHTML = text;',
    'export const part = <p dangerouslySetInnerHTML={{ __html: text }} />;',
    'export const link = <a href="javascript:alert(1)">x</a>;',
    "frame.contentWindow.postMessage(text, '*');",
    'exec(command);',
    "spawn('ls', [], { shell: true });",
    'eval(text);',
    'new Function(text);',
    // This one is not a fault.
    'app.quit();',
  ];
  const folder = mkdtempSync(join(tmpdir(), 'colophon-scan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [at, code] of planted.entries()) writeFileSync(join(folder, `fault${at}.tsx`), `${code}\n`);
  const found = await scan(folder);
  const missed = planted.filter((_code, at) => !found[`fault${at}.tsx`]);
  expect(missed).toEqual(['app.quit();']);
});
