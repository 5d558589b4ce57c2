import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import type { Choices } from '../formats/article/choices.ts';
import { type ReadItem, readArticles } from '../formats/readArticles.ts';
import { notRead, sizeOfFile } from './givenFiles.ts';
import { notWritten } from './notWritten.ts';
import { removeAtEnd } from './removeAtEnd.ts';
import type { Terminal } from './terminal.ts';

interface InputOptions {
  format: ImportFormat | 'auto';
  choices: Choices;
}

/** Reads the articles of a file, or of standard input for `-`. */
export async function* readInput(
  file: string,
  options: InputOptions,
  terminal: Terminal,
): AsyncGenerator<ReadItem> {
  if (file !== '-') {
    yield* readFrom(file, file, options);
    return;
  }
  // Zip files and workbooks are not read in order.
  const folder = join(tmpdir(), `colophon-input-${randomUUID()}`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stopRemoving = removeAtEnd(remove);
  try {
    mkdirSync(folder, { mode: 0o700 });
    const path = join(folder, 'input');
    await copyInput(terminal.stdin, path);
    yield* readFrom(path, file, options);
  } finally {
    stopRemoving();
    remove();
  }
}

async function copyInput(stdin: NodeJS.ReadStream, path: string): Promise<void> {
  try {
    // A file that is created later could appear while a signal removes the folder.
    await pipeline(stdin, createWriteStream(path, { fd: openSync(path, 'wx', 0o600) }));
  } catch (cause) {
    const isRead = cause instanceof Error && 'syscall' in cause && cause.syscall === 'read';
    throw isRead ? notRead(cause, '-') : notWritten(cause, path);
  }
}

/** Throws for the first name that is not that of a file, so that nothing is read or written if one is wrong. */
export async function requireFiles(files: readonly string[]): Promise<void> {
  for (const file of files) if (file !== '-') await sizeOfFile(file);
}

async function* readFrom(path: string, file: string, options: InputOptions): AsyncGenerator<ReadItem> {
  const range = { path, start: 0, size: await sizeOfFile(path) };
  try {
    yield* readArticles(createReadStream(path), { ...options, fileName: basename(file), range });
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw notRead(cause, file);
  }
}
