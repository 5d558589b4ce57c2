import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainEnvironment } from '../helpers/plainEnvironment.ts';
import { webProgram } from '../helpers/programFiles.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const entry = fileURLToPath(webProgram);

test.runIf(process.platform === 'linux')(
  'the browser gets neither the key nor the printed token, and no code in its arguments',
  async () => {
    const folder = temporaryFolder();
    const seen = join(folder, 'seen');
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\n(env; echo "$@") > ${seen}.part && mv ${seen}.part ${seen}\nwhile [ -e ${folder} ]; do sleep 0.1; done\n`,
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
    const token = await vi.waitFor(() => /\?token=(\S+)/.exec(printed)![1]!, { timeout: 30_000 });
    expect(environment).not.toContain(token);
    // What other users of this computer see of the processes.
    const [file = ''] = /file:\S+/.exec(environment)!;
    const page = readFileSync(fileURLToPath(file), 'utf8');
    const opened = /http:[^"]+/.exec(page)![0];
    const code = new URL(opened).searchParams.get('code')!;
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(environment).not.toContain(code);
    const seenByAll = argumentsOfAll();
    expect(seenByAll).toContain(file);
    for (const secret of [code, token]) expect(seenByAll).not.toContain(secret);
    for (const path of [fileURLToPath(file), dirname(fileURLToPath(file))])
      expect(statSync(path).mode & 0o077).toBe(0);
    const exchanged = await fetch(opened, { redirect: 'manual' });
    expect(exchanged.headers.get('set-cookie')).toContain('HttpOnly');
    expect(existsSync(dirname(fileURLToPath(file)))).toBe(false);
    const again = await fetch(opened, { redirect: 'manual' });
    expect(again.status).toBe(403);
    expect(await again.text()).toContain('Continue in the window where you opened it');
  },
  120_000,
);

function argumentsOfAll(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // It has ended.
        return '';
      }
    })
    .join('\n');
}
