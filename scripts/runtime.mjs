// Runs on any Node from 20.19: finds the Node version that Colophon needs and makes sure the program is built.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const needed = [22, 18];

/** The path of a suitable Node: this one if it is new enough, else the one from the packages. Exits with a message if there is none. */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return process.execPath;
  const bundled = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(bundled)) return bundled;
  console.error(
    `Colophon needs Node ${needed.join('.')} or newer, and this is Node ${process.versions.node}.\n` +
      'Run "npm ci" first: it brings a suitable Node along. If that was done, install a newer Node.',
  );
  process.exit(2);
}

/** Restarts the script if this Node is too old or runs without these options; resolves only under a suitable Node with them. */
export async function ensureRuntime(script, options = []) {
  const node = findNode();
  if (node === process.execPath && options.every((option) => process.execArgv.includes(option))) return;
  await becomeProgram(node, [...options, fileURLToPath(script), ...process.argv.slice(2)]);
}

/**
 * Options of Node for the application in the browser. Most of what a start loads stays, so V8 would enlarge the space of
 * young objects (MB) during it, and keep it. Threads set their own size. `npm start` has them in package.json, because a
 * restart to add them takes time.
 */
export const webFlags = ['--max-semi-space-size=1'];

/** Runs the program, forwards signals to it, and exits with its exit code or signal. */
export async function becomeProgram(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  // A terminal sends Ctrl C to both processes. A second signal would stop the program before it has saved anything.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  await new Promise(() => setInterval(() => {}, 60_000));
}

/**
 * Ends this process as by SIGTERM once the shell between npm and it has gone: npm passes SIGTERM to that shell only, which
 * ends without passing it on. Does nothing if npm did not start this process.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

/** Builds `out/` when it is missing or older than the sources, with one line of output. Exits if the build fails. */
export function ensureBuilt({ quiet = false } = {}) {
  const marks = ['main/cli.js', 'main/index.js', 'preload/index.cjs', 'renderer/index.html'].map((mark) =>
    join(root, 'out', mark),
  );
  const built = marks.every((mark) => existsSync(mark))
    ? Math.min(...marks.map((mark) => statSync(mark).mtimeMs))
    : 0;
  if (
    built >
    newest(
      ['src', 'resources', 'electron.vite.config.ts', 'package-lock.json'].map((name) => join(root, name)),
    )
  )
    return;
  if (!quiet) console.error('Building Colophon (only after an update) ...');
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const run = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) {
    console.error(`${run.stdout}\n${run.stderr}\nColophon could not be built. Run "npm ci" and try again.`);
    process.exit(2);
  }
}

function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    latest = Math.max(
      latest,
      stat.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : stat.mtimeMs,
    );
  }
  return latest;
}
