import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesUnder } from '../../helpers/filesUnder.ts';
import { plainEnvironment } from '../../helpers/plainEnvironment.ts';
import { cliProgram } from '../../helpers/programFiles.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';

const entry = fileURLToPath(cliProgram);

/** Runs a command with a umask that hides nothing; `whileRunning` is called once it prints a line, and ends it. */
async function run(args: string[], whileRunning?: () => void): Promise<void> {
  const child = spawn('sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, entry, ...args], {
    env: { ...plainEnvironment(), HOME: temporaryFolder(), DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => {
    whileRunning?.();
    if (whileRunning) child.kill('SIGKILL');
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (!whileRunning) expect(code).toBe(0);
}

/** Everything in the folder that other users have access to. */
function exposed(folder: string, files: string[]): string[] {
  return [folder, join(folder, 'backups'), ...files].filter((path) => (statSync(path).mode & 0o077) !== 0);
}

test.skipIf(process.platform === 'win32')(
  'only their owner has access to the folder, the data file, its log, backups and lock, whatever was there and whatever the umask',
  async () => {
    const data = join(temporaryFolder(), 'data');
    mkdirSync(join(data, 'backups'), { recursive: true });
    for (const name of ['colophon.log', 'web-port']) writeFileSync(join(data, name), '');
    for (const name of ['', 'backups', 'colophon.log', 'web-port']) chmodSync(join(data, name), 0o777);
    writeFileSync(join(data, 'notes.txt'), '');
    chmodSync(join(data, 'notes.txt'), 0o644);
    const own = () => filesUnder(data).filter((path) => !path.endsWith('notes.txt'));
    await run(['backup', 'make', '--data', data]);
    let open: string[] = [];
    let exposedThen: string[] = [];
    await run(['serve', '--no-open', '--data', data], () => {
      open = own();
      exposedThen = exposed(data, open);
    });
    expect(exposedThen).toEqual([]);
    const names = open.map((path) => path.slice(data.length + 1)).join(' ');
    for (const name of ['colophon.db', 'colophon.db-wal', 'colophon.db-shm', 'in-use.db', 'backups/'])
      expect(names).toContain(name);
    expect(exposed(data, own())).toEqual([]);
    // Files of other programs keep their permissions.
    expect(statSync(join(data, 'notes.txt')).mode & 0o777).toBe(0o644);
    for (const path of own()) chmodSync(path, 0o666);
    cpSync(join(data, 'colophon.db'), join(data, 'colophon-damaged-20260101T000000Z.db'));
    await run(['account', 'list', '--data', data]);
    expect(exposed(data, own())).toEqual([]);
  },
  60_000,
);
