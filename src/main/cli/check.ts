import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Dialect } from '../../shared/account.ts';
import { articleKeys } from '../../shared/articleKeys.ts';
import { checkArticle } from '../../shared/articleRules.ts';
import { AppError } from '../../shared/errors.ts';
import type { Finding } from '../../shared/finding.ts';
import type { ImportFormat } from '../../shared/importing.ts';
import { type JournalCard, journalsFromList } from '../../shared/journal.ts';
import { t } from '../../shared/words.ts';
import { readArticles } from '../import/readArticles.ts';
import { exitCodes, type Terminal } from './commands.ts';

interface CheckOptions {
  format: ImportFormat | 'auto';
  dialect: Dialect;
  journals?: string;
  json?: boolean;
}

/** One record of a checked file; `index` counts from 0 and is null for a problem of the file as a whole. */
interface Checked {
  file: string;
  index: number | null;
  accepted: boolean;
  findings: Pick<Finding, 'severity' | 'path' | 'code' | 'message'>[];
}

/** Checks every record of the files as the directory would; exit code 1 when it would refuse one. */
export async function check(files: string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  const journals = options.journals ? await readJournals(options.journals) : null;
  const context = { dialect: options.dialect, journals, now: new Date() };
  let accepted = 0;
  let refused = 0;
  const seen = new Map<string, string>();
  const print = options.json
    ? (checked: Checked) => terminal.out(`${JSON.stringify(checked)}\n`)
    : (checked: Checked) => terminal.out(describe(checked));
  for (const file of files) {
    for await (const read of readArticles(await open(file, terminal), {
      format: options.format,
      fileName: basename(file),
    })) {
      const findings =
        'record' in read
          ? [
              ...checkArticle(read.record, context),
              ...findDuplicate(read.record, placeOf(file, read.index), seen),
            ]
          : [{ severity: 'error' as const, path: '', code: 'unreadable', message: read.message }];
      const good = !findings.some((finding) => finding.severity === 'error');
      if (good) accepted += 1;
      else refused += 1;
      print({
        file,
        index: read.index === null ? null : read.index - 1,
        accepted: good,
        findings: findings.map(({ severity, path, code, message }) => ({ severity, path, code, message })),
      });
    }
  }
  if (!options.json) terminal.out(`${t('cli.check.summary', { accepted, refused })}\n`);
  return refused > 0 ? exitCodes.refused : exitCodes.done;
}

async function open(file: string, terminal: Terminal): Promise<Readable> {
  if (file === '-') return terminal.stdin;
  const about = await stat(file).catch(() => null);
  if (!about?.isFile()) throw new AppError('input', t('cli.error.noFile', { file }));
  return createReadStream(file);
}

async function readJournals(file: string): Promise<JournalCard[]> {
  try {
    return journalsFromList(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new AppError('unreadable_file', t('cli.error.journals', { file }), {
      details: String(error),
      cause: error,
    });
  }
}

/** A warning where an earlier record has the same DOI or full-text address: the directory would not keep both. */
function findDuplicate(record: unknown, place: string, seen: Map<string, string>): Checked['findings'] {
  const { doi, url } = articleKeys(record);
  const keys = [...(doi ? [`doi ${doi}`] : []), ...(url ? [`url ${url}`] : [])];
  const earlier = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
  for (const key of keys) if (!seen.has(key)) seen.set(key, place);
  if (earlier === undefined) return [];
  const message = t('cli.check.duplicate', { place: earlier });
  return [{ severity: 'warning', path: '', code: 'duplicate-in-file', message }];
}

function placeOf(file: string, index: number | null): string {
  return index === null ? file : t('cli.check.place', { file, number: index });
}

function describe(checked: Checked): string {
  const place = placeOf(checked.file, checked.index === null ? null : checked.index + 1);
  const head = `${place}: ${t(checked.accepted ? 'cli.check.accepted' : 'cli.check.refused')}\n`;
  const lines = checked.findings.map(
    (finding) =>
      `  ${t(`cli.severity.${finding.severity}`)}  ${finding.path ? `${finding.path}: ` : ''}${finding.message}\n`,
  );
  return head + lines.join('');
}
