import { readdirSync, statfsSync, statSync } from 'node:fs';
import { arch, availableParallelism, freemem, homedir, release, totalmem } from 'node:os';
import systemPath, { join, type PlatformPath, resolve } from 'node:path';
import type { DatabaseFacts } from '../../shared/diagnosis.ts';
import { activePack } from '../../shared/rulePack/rulePack.ts';
import type { FolderRisk } from '../backups/folderRisk.ts';
import { standardFolder } from '../platform/files/dataFolder.ts';
import { readLog } from './logLines.ts';

export interface DiagnoseParts {
  version: string;
  shell: 'electron' | 'web' | 'cli';
  dataFolder: string;
  /** Milliseconds since 1970. */
  now: number;
  environment: Record<string, string | undefined>;
  keychain: 'system' | 'unavailable';
  risk: FolderRisk | null;
  database: DatabaseFacts;
  redact: (text: string) => string;
}

/**
 * A report for support as readable JSON, built only from data that is safe to share: nothing typed, imported, sent or
 * received, so no key, address, name, title or path.
 */
export function diagnose(parts: DiagnoseParts): Record<string, unknown> {
  const { version, shell, dataFolder, database, keychain } = parts;
  const diagnosis = {
    colophon: {
      ...{ version, shell, rulePack: activePack().version },
      ...{ language: systemLanguage(), upSeconds: Math.round(process.uptime()) },
    },
    madeAt: new Date(parts.now).toISOString(),
    system: describeSystem(),
    environment: describeEnvironment(parts.environment),
    keychain,
    dataFolder: describeFolder(parts),
    database,
    log: readLog(join(dataFolder, 'colophon.log')),
  };
  // Redacts each text separately: a key that looks like a number must not break the JSON.
  const bare = (_name: string, value: unknown) =>
    typeof value === 'string' ? anonymise(value, parts.redact) : value;
  return JSON.parse(JSON.stringify(diagnosis, bare)) as Record<string, unknown>;
}

export function diagnosisName(now: number): string {
  return `colophon-diagnostics-${new Date(now).toISOString().slice(0, 10)}.json`;
}

function describeSystem() {
  const { node, v8, electron, chrome } = process.versions as Record<string, string | undefined>;
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return {
    platform: process.platform,
    release: release(),
    architecture: arch(),
    processors: availableParallelism(),
    memory: { total: totalmem(), free: freemem(), own: process.memoryUsage.rss() },
    locale,
    node,
    v8,
    ...(electron === undefined ? {} : { electron, chrome }),
  };
}

/** Only whether a variable is set, never its value, which may be a key or a name. */
function describeEnvironment(environment: DiagnoseParts['environment']) {
  const isSet = (...names: string[]) => names.some((name) => Boolean(environment[name]));
  return {
    key: isSet('COLOPHON_API_KEY'),
    proxy: isSet('http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'),
    noProxy: isSet('no_proxy', 'NO_PROXY'),
  };
}

/** Files of the data folder that are reported by name; their sizes are in bytes. */
const knownFiles = ['colophon.db', 'colophon.db-wal', 'colophon.log', 'colophon.log.1', 'sandbox.jsonl'];

function describeFolder({ dataFolder, environment, risk }: DiagnoseParts) {
  const isDefault = resolve(dataFolder) === resolve(standardFolder('data', environment));
  const inHome = placeInHome(dataFolder);
  return {
    kind: isDefault ? 'default' : 'chosen',
    ...(isDefault && !environment.XDG_DATA_HOME && inHome !== null ? { at: inHome } : {}),
    risk: risk && { kind: risk.kind, name: /^[A-Za-z][A-Za-z .]{0,20}$/.test(risk.name) ? risk.name : '' },
    disk: spaceOf(dataFolder),
    files: Object.fromEntries(
      knownFiles.flatMap((name) => {
        const size = sizeOf(join(dataFolder, name));
        return size === null ? [] : [[name, size]];
      }),
    ),
    backups: countFiles(join(dataFolder, 'backups')),
  };
}

/** Where a folder is in the home folder: `~/a/b`; null if it is elsewhere, such as on another drive. */
export function placeInHome(
  folder: string,
  home = homedir(),
  path: PlatformPath = systemPath,
): string | null {
  const { relative, isAbsolute, sep } = path;
  const inHome = relative(home, folder);
  return inHome.startsWith('..') || isAbsolute(inHome) ? null : ['~', ...inHome.split(sep)].join('/');
}

/** Free and total space of the disk, in bytes. */
function spaceOf(folder: string): { free: number; total: number } | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

function countFiles(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

/** Removes keys, e-mail addresses, ORCID iDs and the home folder, in case one got into the report. */
export function anonymise(text: string, redact: (text: string) => string, home = homedir()): string {
  const homes = [home, JSON.stringify(home).slice(1, -1), encodeURI(home)].filter((form) => form.length > 3);
  const withoutHome = homes.reduce((rest, form) => rest.replaceAll(form, '~'), redact(text));
  return withoutHome
    .replace(/[\w.+%-]+(@|%40)[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/\b\d{4}-\d{4}-\d{4}-\d{3}[\dXx]\b/g, '[orcid]');
}

function systemLanguage(): string {
  return new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).language;
}
