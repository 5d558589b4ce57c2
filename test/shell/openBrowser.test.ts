import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../helpers/storeParts.ts';

const entry = fileURLToPath(new URL('../../src/main/web.ts', import.meta.url));

test.runIf(process.platform === 'linux')(
  'the browser does not inherit the key',
  async () => {
    const folder = temporaryFolder();
    const seen = join(folder, 'seen');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nenv > ${seen}.part && mv ${seen}.part ${seen}\n`, {
      mode: 0o755,
    });
    const child = spawn(process.execPath, [entry, '--data', join(folder, 'data')], {
      env: {
        ...{ PATH: `${folder}:${process.env.PATH}`, HOME: folder, DISPLAY: ':0', LANG: 'C' },
        ...{ DBUS_SESSION_BUS_ADDRESS: 'disabled:', COLOPHON_API_KEY: 'c0ffeec0ffeec0ffeec0ffeec0ffee02' },
      },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 30_000 });
    const environment = readFileSync(seen, 'utf8');
    expect(environment).toContain('DISPLAY=:0');
    expect(environment).not.toMatch(/COLOPHON_|c0ffee/);
  },
  40_000,
);
