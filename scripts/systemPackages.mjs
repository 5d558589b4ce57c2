// System packages for the browser, keychain and office tests: installed on Debian as root, otherwise reported.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.mjs';

// As in test/helpers/chromium.ts.
const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const wanted = [
  {
    package: 'chromium-headless-shell',
    there: () => Boolean(process.env.COLOPHON_CHROMIUM) || browsers.some(onPath),
    for: 'browser',
  },
  { package: 'dbus', there: () => onPath('dbus-run-session'), for: 'keychain' },
  { package: 'gnome-keyring', there: () => onPath('gnome-keyring-daemon'), for: 'keychain' },
  {
    package: 'libsecret-1-dev',
    there: () => spawnSync('pkg-config', ['--exists', 'libsecret-1']).status === 0 || hasHeader(),
    for: 'keychain',
  },
  { package: 'postgresql', there: hasPostgres, for: 'office' },
];

/** Returns `{ok, reason}` for the `browser` and `keychain` tests, after installing missing packages where permitted. */
export function provideSystemPackages() {
  let missing = wanted.filter((item) => !item.there());
  if (missing.length > 0 && canInstall()) {
    install(missing.map((item) => item.package));
    missing = wanted.filter((item) => !item.there());
  }
  if (missing.length > 0) {
    console.log(
      `These tests need packages that are missing here. On Debian or Ubuntu:\n  ${command(missing)}`,
    );
  }
  const lacks = (purpose) => missing.filter((item) => item.for === purpose);
  const state = (purpose) => {
    const list = lacks(purpose);
    return list.length === 0 ? { ok: true, reason: '' } : { ok: false, reason: `missing: ${command(list)}` };
  };
  const browser = state('browser');
  const keychain = state('keychain');
  if (keychain.ok && process.platform === 'linux' && !keytarLoads()) {
    console.log('Building keytar, which was skipped during the installation ...');
    spawnSync('npm', ['install', '--no-save', '--include=optional'], { cwd: root, stdio: 'ignore' });
    spawnSync('npm', ['rebuild', 'keytar'], { cwd: root, stdio: 'inherit' });
    if (!keytarLoads()) return { browser, keychain: { ok: false, reason: 'keytar could not be built' } };
  }
  if (process.platform !== 'linux')
    return { browser, keychain: { ok: false, reason: 'needs Linux with a D-Bus session' } };
  return { browser, keychain };
}

function command(items) {
  return `sudo apt-get install -y ${items.map((item) => item.package).join(' ')}`;
}

function canInstall() {
  return (
    process.platform === 'linux' &&
    process.getuid() === 0 &&
    existsSync('/etc/debian_version') &&
    onPath('apt-get')
  );
}

function install(packages) {
  console.log(`Installing ${packages.join(', ')} ...`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

function onPath(program) {
  return (process.env.PATH ?? '')
    .split(':')
    .some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** As in test/helpers/postgres.ts. */
function hasPostgres() {
  const versions = '/usr/lib/postgresql';
  return existsSync(versions) && readdirSync(versions).some((version) => Number(version) >= 14);
}

function hasHeader() {
  return existsSync('/usr/include/libsecret-1/libsecret/secret.h');
}

/** Uses a new process each time, since Node caches that a package is missing. */
function keytarLoads() {
  return (
    spawnSync(process.execPath, ['-e', 'require("keytar")'], { cwd: root, stdio: 'ignore' }).status === 0
  );
}
