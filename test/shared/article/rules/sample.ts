import { readFileSync } from 'node:fs';
import { checkArticle } from '../../../../src/shared/article/articleRules.ts';
import type { Dialect } from '../../../../src/shared/directory/account.ts';
import { type JournalCard, journalsFromList } from '../../../../src/shared/journal/journal.ts';
import { expectComplete } from '../../../helpers/completeFinding.ts';
import { textOf } from '../../../helpers/textOf.ts';

const given = new URL('../../../fixtures/given/', import.meta.url);
/** A fixture, as JSON or as the rows of JSON lines. */
export const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, given), 'utf8'));
export const readLines = (name: string) =>
  readFileSync(new URL(name, given), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The date of the snapshot of the responses. */
const now = new Date('2026-08-20T12:00:00Z');
/** The journals of the recorded responses, as seen by the account pub1. */
export const world = journalsFromList(readJson('oracle/world_articles.json'));

/** The findings for a record, without journals by default; asserts that each is complete. */
export function check(
  record: unknown,
  journals: readonly JournalCard[] | null = null,
  dialect: Dialect = '4.0',
) {
  const findings = checkArticle(record, { dialect, journals, now });
  findings.forEach(expectComplete);
  return findings;
}

/** Code and path of every error. */
export function errors(record: unknown, journals: readonly JournalCard[] | null = null) {
  return check(record, journals)
    .filter((finding) => finding.severity === 'error')
    .map((finding) => `${finding.code} ${finding.path}`);
}

/** The findings as an editor reads them: code, place and message, and the label of each fix with the values that it sets. */
export function findingLines(record: unknown, journals: readonly JournalCard[] | null = null) {
  return check(record, journals).map(({ code, path, message, fix }) => {
    const at = (place: string) => place.replace('bibjson.', '');
    const said = `${code} ${at(path)}: ${textOf(message)}`;
    if (!fix) return said;
    const changes = fix.changes.map((change) => `${at(change.path)} = ${JSON.stringify(change.value)}`);
    return `${said} [${textOf(fix.label)}] ${changes.join(', ')}`;
  });
}

/** An article without a single finding, with `changes` to its bibjson. */
export function article(changes: Record<string, unknown> = {}, around: Record<string, unknown> = {}) {
  const bibjson: Record<string, unknown> = {
    title: 'Reading on the ward',
    identifier: [
      { type: 'doi', id: '10.5555/ward.17' },
      { type: 'pissn', id: '1234-5679' },
      { type: 'eissn', id: '2345-6787' },
    ],
    link: [{ type: 'fulltext', url: 'https://j1.example.org/article/17', content_type: 'PDF' }],
    author: [{ name: 'Ada Lindqvist', affiliation: 'University of Delft' }],
    year: '2019',
    month: 'May',
    keywords: ['reading'],
    journal: { volume: '12', number: '3', start_page: '101', end_page: '117' },
    ...changes,
  };
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete bibjson[name];
  return { ...around, bibjson } as never;
}

/** The same with these identifiers, this one link, or this one author. */
export const withIds = (...identifier: unknown[]) => article({ identifier });
export const withLink = (link: unknown) => article({ link: [link] });
export const withAuthor = (author: unknown) => article({ author: [author] });

/** An identifier: the print ISSN, the electronic one, the DOI. */
export const p = (id: unknown) => ({ type: 'pissn', id });
export const e = (id: unknown) => ({ type: 'eissn', id });
export const doi = (id: unknown) => ({ type: 'doi', id });
