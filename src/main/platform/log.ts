import { closeSync, fstatSync, mkdirSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { visibleJson } from '../../shared/text/visibleText.ts';
import { openOwnFile } from './files/ownFile.ts';
import { redactText } from './secrets/redact.ts';

/** A structured log. All data is redacted before it is written. */
export interface Log {
  info(event: string, data?: Record<string, unknown>): void;
  warn(event: string, data?: Record<string, unknown>): void;
  error(event: string, data?: Record<string, unknown>): void;
  /** From now on this secret is never written, here or by any caller of `redact`. */
  hide(secret: string): void;
  /** `text` without any key: neither the hidden secrets nor anything after `api_key=`. */
  redact(text: string): string;
}

const rotateAt = 4_000_000;

/**
 * A log of JSON lines `{at, level, event, ...data}` in `file` (the secrets are only in memory; without a file nothing
 * is written). At 4 MB the file becomes `<file>.1`, replacing an older one. Never throws: a full disk loses log lines.
 */
export function createLog({ file }: { file: string | null }): Log {
  const secrets = new Set<string>();
  const redact = (text: string) => redactText(text, secrets);
  const write = (level: string, event: string, data: Record<string, unknown> = {}) => {
    if (file === null) return;
    const plain = (name: string, value: unknown) => {
      const shown = plainValue(name, value);
      return typeof shown === 'string' ? redact(shown) : shown;
    };
    const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...data }, plain);
    append(file, `${visibleJson(redact(line))}\n`);
  };
  if (file !== null) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return {
    info: (event, data) => write('info', event, data),
    warn: (event, data) => write('warn', event, data),
    error: (event, data) => write('error', event, data),
    hide: (secret) => void (secret !== '' && secrets.add(secret)),
    redact,
  };
}

function append(file: string, line: string): void {
  try {
    let opened = openOwnFile(file);
    try {
      if (fstatSync(opened).size > rotateAt) {
        closeSync(opened);
        renameSync(file, `${file}.1`);
        opened = openOwnFile(file);
      }
      writeSync(opened, line);
    } finally {
      closeSync(opened);
    }
  } catch {
    // There is nowhere left to report it.
  }
}

/** JSON would leave out the properties of errors. */
function plainValue(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { ...value, name, message, stack, ...(cause === undefined ? {} : { cause }) };
}
