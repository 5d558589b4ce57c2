import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainEnvironment } from '../helpers/plainEnvironment.ts';
import { webProgram } from '../helpers/programFiles.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const entry = fileURLToPath(webProgram);

test.runIf(process.platform === 'linux')(
  'the browser gets neither the key nor the printed token',
  async () => {
    const folder = temporaryFolder();
    const seen = join(folder, 'seen');
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\n(env; echo "$@") > ${seen}.part && mv ${seen}.part ${seen}\n`,
      { mode: 0o755 },
    );
    const child = spawn(process.execPath, [entry, '--data', join(folder, 'data')], {
      env: {
        ...plainEnvironment(),
        ...{ PATH: `${folder}:${process.env.PATH}`, HOME: folder, DISPLAY: ':0', LANG: 'C' },
        ...{ DBUS_SESSION_BUS_ADDRESS: 'disabled:', COLOPHON_API_KEY: 'c0ffeec0ffeec0ffeec0ffeec0ffee02' },
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 30_000 });
    const environment = readFileSync(seen, 'utf8');
    expect(environment).toContain('DISPLAY=:0');
    expect(environment).not.toMatch(/COLOPHON_|c0ffee/);
    const token = await vi.waitFor(() => /\?token=(\S+)/.exec(printed)![1]!);
    expect(environment).not.toContain(token);
    const opened = /http:\S+\?code=\S+/.exec(environment)![0];
    const exchanged = await fetch(opened, { redirect: 'manual' });
    expect(exchanged.headers.get('set-cookie')).toContain('HttpOnly');
    const again = await fetch(opened, { redirect: 'manual' });
    expect(again.status).toBe(403);
    expect(await again.text()).toContain('Continue in the window where you opened it');
  },
  40_000,
);
