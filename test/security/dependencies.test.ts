import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { subset } from 'semver';
import { describe, expect, test } from 'vitest';
import { readAudit } from '../../scripts/audit.mjs';
import { shippedLicences } from '../../scripts/licences.mjs';
import { root } from '../helpers/sources.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  [group: string]: unknown;
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const about = readJson('package.json') as Record<string, Record<string, string | boolean>>;
const lock = readJson('package-lock.json') as { packages: Record<string, Locked> };
const groups = ['dependencies', 'optionalDependencies', 'devDependencies'];
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  test('has every dependency of package.json in the declared version', () => {
    for (const group of groups) expect(lock.packages['']?.[group]).toEqual(about[group]);
    const missing = groups
      .flatMap((group) => Object.keys(about[group] ?? {}))
      .filter((name) => !lock.packages[`node_modules/${name}`]);
    expect(missing).toEqual([]);
  });

  test('has no package that refuses a Node which package.json allows', () => {
    const allowed = String(about.engines?.node);
    expect(subset(allowed, '>=99')).toBe(false);
    const refusing = installed.filter(([, { engines }]) => {
      const node = (engines as { node?: string } | undefined)?.node;
      return node !== undefined && !subset(allowed, node);
    });
    expect(refusing).toEqual([]);
  });

  test('has the packages of every system, including those not installed here', () => {
    const known = new Set(installed.map(([path]) => path.replace(/^.*node_modules\//, '')));
    const missing = installed.flatMap(([path, one]) =>
      Object.keys((one.optionalDependencies ?? {}) as object)
        .filter((name) => !known.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('has a hash of every package and names no host', () => {
    expect(installed.length).toBeGreaterThan(100);
    const weak = installed.filter(
      ([, one]) => !/^sha512-/.test(one.integrity ?? '') || one.resolved || one.link,
    );
    expect(weak.map(([path]) => path)).toEqual([]);
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"|registry\./);
  });

  test('has only the two allowed install scripts', () => {
    const scripts = installed.filter(([, one]) => one.hasInstallScript).map(([path]) => path);
    const names = scripts.map((path) => path.replace(/^.*node_modules\//, ''));
    const allowed = Object.entries(about.allowScripts ?? {});
    expect(allowed.filter(([, isAllowed]) => isAllowed).map(([name]) => name)).toEqual(['node', 'keytar']);
    const undecided = names.filter((name) => !allowed.some(([one]) => one === name));
    expect(undecided).toEqual([]);
  });
});

/** Licences that a program under the MIT licence may be shipped with; for alternatives one is enough. */
const permitted = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'OFL-1.1'];
const isPermitted = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => permitted.includes(one));

describe('the licences of shipped packages', () => {
  const listed = readJson('docs/licences.json') as ReturnType<typeof shippedLicences>;

  const hasKeytar = existsSync(join(root, 'node_modules', 'keytar'));
  const complete = hasKeytar ? {} : { skip: true, meta: { reason: 'keytar, which is optional, is missing' } };

  test('are listed in their current state (npm run licences)', complete, () => {
    expect(listed).toEqual(shippedLicences());
    const names = listed.map(({ name }) => name);
    // The packages that main loads, those that are bundled, and their dependencies.
    expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'react-dom', 'scheduler', 'dompurify']));
    expect(names).not.toContain('vitest');
  });

  test('all permit shipping them', () => {
    expect(listed.filter(({ licence }) => !isPermitted(licence))).toEqual([]);
    expect(['GPL-3.0', 'UNLICENSED', '', 'MIT AND GPL-2.0'].filter(isPermitted)).toEqual([]);
  });
});

describe('the audit', () => {
  const clean = '{"metadata":{"vulnerabilities":{"low":1,"high":0,"critical":0}}}';
  const signed = '{"invalid":[],"missing":[]}';

  test.each([
    ['nothing is wrong', clean, signed, true],
    ['there is a weakness', clean.replace('"high":0', '"high":2'), signed, false],
    ['a signature is wrong', clean, '{"invalid":[{"name":"x","version":"1"}],"missing":[]}', false],
    ['the registry does not answer', '{"message":"not found","error":{}}', '', null],
    ['a signature is wrong and the rest unknown', '', '{"invalid":[{"name":"x"}],"missing":[]}', false],
  ])('reports when %s', (_name, advisories, signatures, isFine) => {
    expect(readAudit(advisories, signatures).isFine).toBe(isFine);
  });

  test.skipIf(process.platform === 'win32')('fails in a workflow if the registry gives no answer', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const audit = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'scripts/audit.mjs'), ...args], { env: { PATH: folder } })
        .status;
    expect(audit('--strict')).toBe(1);
    expect(audit()).toBe(0);
  });
});
