import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { issnOf, journalRecord } from '../helpers/applicationRecords.ts';
import type { Random } from './seeded.ts';

export const journals = 6;
const year = '2024';

/** An article of one of the journals, distinguished by `number`; sometimes odd, incomplete or refused by the directory. */
export function makeArticle(random: Random, number: number, oddness = random.int(1, 100)): DraftRecord {
  // Journal 7 was withdrawn, journal 8 belongs to another publisher.
  const journal = oddness <= 5 ? journals + 2 : random.int(1, journals);
  const hasDoi = oddness > 8 || oddness <= 5;
  const looksLikeKey = oddness % 10 === 4;
  const hasAddress = oddness > 10 || oddness <= 5;
  const identifier = [
    ...(hasDoi ? [{ type: 'doi', id: `10.5555/chaos.${number}` }] : []),
    { type: 'pissn', id: issnOf(journal * 2) },
    { type: 'eissn', id: issnOf(journal * 2 + 1) },
  ];
  const link = hasAddress
    ? [
        {
          type: 'fulltext',
          url: `https://j${journal}.example.org/article/${number}${looksLikeKey ? `?${canaryLink(number)}` : ''}`,
          content_type: 'HTML',
        },
      ]
    : [];
  return {
    bibjson: {
      ...(oddness === 11
        ? {}
        : { title: looksLikeKey ? `${titleOf(number)}: ${canaryOf(number)}` : titleOf(number) }),
      year: oddness === 12 ? 'two thousand' : year,
      month: String(random.int(1, 12)),
      abstract: random.pick([
        '',
        'Soil holds water. '.repeat(random.int(1, 120)),
        `Send ${canaryOf(number)} with each request.`,
        'Ein \u202eאבג\u202c Text \u0000.',
      ]),
      author: [{ name: 'Ada Example', affiliation: 'University of Nowhere' }],
      keywords: ['soil', 'water'],
      journal: { volume: '1', number: '2', start_page: '3', end_page: '9' },
      identifier,
      link,
      ...(oddness === 13 ? { unknown_member: { kept: [1, null, 'as it is'] } } : {}),
    },
  };
}

/** The same article with another title. */
export function retitled(record: DraftRecord, number: number): DraftRecord {
  const bibjson = record.bibjson as DraftRecord;
  return { ...record, bibjson: { ...bibjson, title: titleOf(number) } };
}

/** Looks like a key in an address, with a number by which it is known if anything of it was replaced. */
function canaryLink(number: number): string {
  return `canary=${number}&api_key=open${number}`;
}

/** The same in a text, and in other spellings. */
function canaryOf(number: number): string {
  return `${canaryLink(number)}&API-key:%22open${number}%22, apikey: "open${number}"`;
}

/** The whole canary of which a text has the beginning; null: none. */
export function canaryIn(text: string): string | null {
  const [, number] = /canary=(\d+)/.exec(text) ?? [];
  if (number === undefined) return null;
  return text.startsWith('http') ? canaryLink(Number(number)) : canaryOf(Number(number));
}

/** Finds unique titles in a text. */
export const stamp = /Chaos stamp \d+/g;

/** A unique title. */
function titleOf(number: number): string {
  return `Chaos stamp ${number}`;
}

/** The initial content of a directory: journals of its publisher, a withdrawn one, another's, and some articles. */
export function directoryWorld(key: string, place: number, areChecksOn: boolean): object {
  return {
    accounts: [
      { id: 'pub1', api_key: key, roles: ['api', 'publisher'] },
      { id: 'pub2', api_key: `${key.slice(1)}0`, roles: ['api', 'publisher'] },
    ],
    journals: [
      ...Array.from({ length: journals }, (_, index) => journalRecord(index + 1)),
      journalRecord(journals + 1, { inDirectory: false }),
      journalRecord(journals + 2, { owner: 'pub2' }),
    ],
    articles: Array.from({ length: 40 }, (_, index) => storedArticle(place, index)),
    applications: [],
    checks_on: areChecksOn,
  };
}

/** The id of an article that a directory has from the start. */
export function seededId(place: number, index: number): string {
  return `${(place + 1) * 1000 + index}`.padStart(32, '0');
}

function storedArticle(place: number, index: number): object {
  const journal = (index % journals) + 1;
  const issns = [issnOf(journal * 2), issnOf(journal * 2 + 1)];
  return {
    id: seededId(place, index),
    created_date: '2024-06-01T00:00:00Z',
    last_updated: '2024-06-02T00:00:00Z',
    admin: { in_doaj: true },
    bibjson: {
      title: `From the start ${place}-${index}`,
      abstract: `Send ${canaryOf((place + 1) * 1000 + index)}`,
      year,
      month: '5',
      author: [{ name: 'Ada Example' }],
      identifier: [
        { type: 'doi', id: `10.5555/start.${place}.${index}` },
        { type: 'pissn', id: issns[0] },
        { type: 'eissn', id: issns[1] },
      ],
      link: [
        {
          type: 'fulltext',
          url: `https://j${journal}.example.org/start/${place}/${index}`,
          content_type: 'HTML',
        },
      ],
      journal: { volume: '1', title: `Journal of Tests ${journal}`, publisher: 'Example Press', issns },
    },
  };
}
