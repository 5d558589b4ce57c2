import { closeSync, fstatSync, readSync } from 'node:fs';
import { errorCodes } from '../../shared/errors.ts';
import { openOwnToRead } from '../platform/files/ownFile.ts';

/** A line of the log without anything that could come from a record, a user or a service. */
export interface BareLine {
  at: string;
  level: string;
  event: string;
  facts?: Record<string, number | boolean>;
  error?: BareError;
}

interface BareError {
  name: string;
  code?: string;
  /** Places in the code, innermost first. */
  at?: string[];
  cause?: BareError;
}

/** Our own numbers that describe how something went; all other members are left out. */
const factNames = new Set(
  'status records bytes duration attempts exitCode drafts uploads count ms size'.split(' '),
);
const levels = ['info', 'warn', 'error'];
const maxLines = 200;
const maxErrors = 50;
const maxFrames = 8;
/** Bytes read from the end of each file. */
const tailBytes = 400_000;

/** The last lines of a log and of the file before it, and the last errors among them; empty if there is no log. */
export function readLog(file: string): { lines: BareLine[]; errors: BareLine[] } {
  const lines = [`${file}.1`, file].flatMap((one) => readTail(one).split('\n').flatMap(bareLine));
  return {
    lines: lines.slice(-maxLines),
    errors: lines.filter(({ level }) => level === 'error').slice(-maxErrors),
  };
}

/** The parts of a line that are safe to share; none if we did not write the line. */
export function bareLine(text: string): BareLine[] {
  const line = readObject(text);
  if (!line) return [];
  const { at, level, event, error, ...data } = line;
  if (typeof at !== 'string' || !/^\d{4}-[\d-]+T[\d:.]+Z$/.test(at)) return [];
  if (typeof level !== 'string' || !levels.includes(level)) return [];
  if (typeof event !== 'string' || !/^[a-z]{1,20}(-[a-z]{1,20})?(\.[a-zA-Z]{1,20})?$/.test(event)) return [];
  const facts = Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      factNames.has(name) && typeof value === 'number' ? [[name, value]] : [],
    ),
  );
  const bare = bareError(error, 0);
  return [
    {
      at,
      level,
      event,
      ...(Object.keys(facts).length > 0 ? { facts } : {}),
      ...(bare ? { error: bare } : {}),
    },
  ];
}

/** An error's type and place; its message may quote a record, a response or a path. */
function bareError(error: unknown, depth: number): BareError | null {
  if (typeof error !== 'object' || error === null || depth > 4) return null;
  const { name, code, message, stack, cause } = error as Record<string, unknown>;
  const frames = framesOf(stack, message);
  const inner = bareError(cause, depth + 1);
  return {
    name: typeof name === 'string' && /^[A-Z][A-Za-z]{0,30}Error$/.test(name) ? name : 'Error',
    ...(isErrorCode(code) ? { code } : {}),
    ...(frames.length > 0 ? { at: frames } : {}),
    ...(inner ? { cause: inner } : {}),
  };
}

/** Our own codes, and those of Node, SQLite and Chromium. */
function isErrorCode(code: unknown): code is string {
  if (typeof code !== 'string' || code.length > 40) return false;
  return (
    (errorCodes as readonly string[]).includes(code) ||
    /^(E[A-Z]+|(SQLITE|ERR|UND_ERR)(_[A-Z]+)+)$/.test(code)
  );
}

/** File and line of each stack frame, without folders; nothing unless it is certain where the message ends. */
function framesOf(stack: unknown, message: unknown): string[] {
  if (typeof stack !== 'string' || typeof message !== 'string') return [];
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const frames = stack
    .slice(start + message.length)
    .split('\n')
    .slice(1);
  const places = frames.flatMap((frame) => {
    const [, file, line] = /[\\/(:\s]([\w.-]+\.[cm]?[jt]sx?):(\d+):\d+\)?$/.exec(frame) ?? [];
    return file && line ? [`${file}:${line}`] : [];
  });
  return places.slice(0, maxFrames);
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readTail(file: string): string {
  const handle = openOwnToRead(file);
  if (handle === null) return '';
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } catch {
    return '';
  } finally {
    closeSync(handle);
  }
}
