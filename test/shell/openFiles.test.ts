import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importFiles } from '../../src/main/shell/openFiles.ts';
import type { Handlers } from '../../src/shared/contract/contract.ts';
import { settings } from '../helpers/shellHost.ts';

test.each([
  ['the account in the settings', 'second', 'second'],
  ['the first account if that one was removed', 'removed', 'first'],
  ['the first account if none was chosen', null, 'first'],
])('imports into %s, as the window does', async (_name, chosen, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'volume.xml');
  writeFileSync(file, '<articles/>');
  const into: string[] = [];
  const handlers = {
    'app.settings': () => ({ ...settings, accountId: chosen }),
    'accounts.list': () => [{ id: 'first' }, { id: 'second' }],
    'imports.open'({ accountId }: { accountId: string }) {
      into.push(accountId);
      return { id: 7 };
    },
    'imports.write': () => undefined,
    'imports.read': () => undefined,
  } as unknown as Handlers;
  expect(await importFiles(handlers, [file])).toBe('#/imports/7');
  expect(into).toEqual([expected]);
});
