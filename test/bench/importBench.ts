import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { issnCheckDigit, orcidCheckDigit } from '../../src/shared/identifiers.ts';
import type { BareResult } from './bareImport.ts';
import type { ImportResult } from './importRun.ts';

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  goal: number;
  better: 'lower' | 'higher';
  yardstick: string;
}

const count = 100_000;
/** Whatever else the computer does only makes a run slower, so the best of two is nearest to the truth. */
const rounds = 2;

/**
 * Imports 100,000 articles of about 2.5 kB through the calls of the application, from the first piece of the file to the
 * last accepted draft, beside a bare loop that inserts the same rows; each run in a process and a folder of its own.
 */
export async function importBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const file = join(folder, 'articles.json');
    await pipeline(Readable.from(articleFile(count)), createWriteStream(file));
    const bare: BareResult[] = [];
    const imports: ImportResult[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await runAlone<BareResult>('bareImport.ts', file, join(folder, `bare-${round}`)));
      imports.push(await runAlone<ImportResult>('importRun.ts', file, join(folder, `import-${round}`)));
    }
    return toRows(bare, imports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRows(bare: BareResult[], imports: ImportResult[]): BenchRow[] {
  const best = (values: number[]) => Math.min(...values);
  const bareSeconds = best(bare.map(({ seconds }) => seconds));
  const seconds = best(imports.map((one) => one.seconds));
  const saves = imports[0]!.saves;
  return [
    {
      name: 'Import of 100,000 articles, against a bare loop',
      value: seconds / bareSeconds,
      unit: 'times',
      goal: 1.5,
      better: 'lower',
      yardstick: `${seconds.toFixed(1)} s from first piece to last draft; ${bareSeconds.toFixed(1)} s for a loop that parses the file at once, reads out the columns and inserts the same rows`,
    },
    {
      name: 'Peak memory of the process while importing',
      value: best(imports.map(({ peakMegabytes }) => peakMegabytes)),
      unit: 'MB',
      goal: 400,
      better: 'lower',
      yardstick: `the file has ${imports[0]!.fileMegabytes.toFixed(0)} MB`,
    },
    {
      name: 'Longest hold of the main event loop while importing',
      value: best(imports.map(({ longestHold }) => longestHold)),
      unit: 'ms',
      goal: 50,
      better: 'lower',
      yardstick: `sampled every 2 ms, with ${saves} drafts saved meanwhile`,
    },
  ];
}

/** Runs a script with these arguments in a process of its own and answers the one message that it sends. */
function runAlone<Result>(script: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, script), args);
    let result: Result | undefined;
    child.on('message', (message) => {
      result = message as Result;
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      result === undefined
        ? reject(new Error(`${script} ended with ${code} and no result.`))
        : resolve(result),
    );
  });
}

/** As journals keep their records: one journal after another, each from its first year on. */
const articlesOfJournal = 2500;

/** A list of varied articles, a line each. */
function* articleFile(articles: number): Generator<string> {
  const random = randomFrom(20260101);
  for (let n = 0; n < articles; n++) {
    yield `${n === 0 ? '[\n' : ',\n'}${JSON.stringify(article(n, random))}`;
  }
  yield '\n]\n';
}

const syllables =
  'ba co di fu ge hal in ka lor mi nep os pra qui ret sol tum ur ves wen xi yal zet é ö ñ'.split(' ');

function article(n: number, random: () => number) {
  const word = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => syllables[Math.floor(random() ** 2 * syllables.length)],
    ).join('');
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  const digits = (length: number) =>
    Math.floor(random() * 10 ** length)
      .toString()
      .padStart(length, '0');
  const authors = 1 + Math.floor(random() * 5);
  const journal = Math.floor(n / articlesOfJournal);
  const year = 1990 + Math.floor(((n % articlesOfJournal) / articlesOfJournal) * 35);
  return {
    bibjson: {
      title: text(6 + Math.floor(random() * 10)),
      abstract: text(215 + Math.floor(random() * 150)),
      year: String(year),
      month: String(1 + Math.floor(random() * 12)),
      identifier: [
        { type: 'doi', id: `10.${5000 + (journal % 7)}/j${journal}.${year}.${n}` },
        { type: 'eissn', id: issn(journal) },
      ],
      author: Array.from({ length: authors }, () => ({
        name: `${word()} ${word()}`,
        affiliation: `University of ${word()}, ${text(4)}`,
        ...(random() < 0.6 ? { orcid_id: orcid(digits(8)) } : {}),
      })),
      link: [
        {
          type: 'fulltext',
          content_type: 'HTML',
          url: `https://journal${journal}.example.org/${year}/${digits(2)}/${n}`,
        },
      ],
      keywords: Array.from({ length: 5 }, word),
      journal: {
        volume: String(Math.floor(random() * 60)),
        number: String(Math.floor(random() * 12)),
        start_page: digits(3),
        end_page: digits(3),
      },
    },
  };
}

/** One of the journals' ISSNs, and an ORCID, with their check digits. */
function issn(journal: number): string {
  const digits = `2345${String(journal).padStart(3, '0')}`;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${issnCheckDigit(digits)}`;
}

function orcid(tail: string): string {
  const digits = `0000000${tail}`;
  const [, a, b, c, d] = /^(....)(....)(....)(...)$/.exec(digits)!;
  return `https://orcid.org/${a}-${b}-${c}-${d}${orcidCheckDigit(digits)}`;
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
