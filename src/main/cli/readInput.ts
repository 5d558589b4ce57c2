import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportFormat } from '../../shared/draft/importing.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { Choices } from '../formats/articleOf.ts';
import { type ReadItem, readArticles } from '../formats/readArticles.ts';
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
  const folder = await mkdtemp(join(tmpdir(), 'colophon-input-'));
  try {
    const path = join(folder, 'input');
    await pipeline(terminal.stdin, createWriteStream(path, { mode: 0o600 }));
    yield* readFrom(path, file, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readFrom(path: string, file: string, options: InputOptions): AsyncGenerator<ReadItem> {
  const about = await stat(path).catch(() => null);
  if (!about?.isFile()) throw new AppError('input', msg('cli.error.noFile', { file }));
  const range = { path, start: 0, size: about.size };
  yield* readArticles(createReadStream(path), { ...options, fileName: basename(file), range });
}
