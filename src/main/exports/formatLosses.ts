import { articleTexts } from '../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { getAt, setAt } from '../../shared/draft/fieldPath.ts';
import type { ExportFormat } from '../../shared/draft/fileFormats.ts';
import type { Message } from '../../shared/message.ts';
import { formats } from '../formats/formats.ts';
import { Losses } from '../formats/losses.ts';

/** The parts of a record for which a format has no place. */
export async function formatLosses(format: ExportFormat): Promise<Message[]> {
  const losses = new Losses();
  const write = await formats[format].write();
  for await (const _ of write(only(full), { losses, journalTitles: new Map() }));
  return losses.parts.map(({ part }) => part);
}

async function* only(record: DraftRecord): AsyncGenerator<DraftRecord> {
  yield record;
}

/** A record with a value in each list, and in the texts that are more than a text. */
const sample: DraftRecord = {
  bibjson: {
    year: '2024',
    month: '1',
    keywords: ['Keyword'],
    identifier: [
      { type: 'doi', id: '10.1234/5' },
      { type: 'pissn', id: '2049-3630' },
      { type: 'eissn', id: '2050-084X' },
    ],
    link: [
      { type: 'fulltext', url: 'https://example.org/1', content_type: 'HTML' },
      { type: 'fulltext', url: 'https://example.org/1.pdf', content_type: 'PDF' },
    ],
    author: [
      { name: 'Ada Lovelace', affiliation: 'London', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
    ],
    journal: { title: 'Journal', publisher: 'Publisher', language: ['EN'], country: 'GB' },
    subject: [{ scheme: 'LCC', term: 'Science', code: 'Q' }],
  },
  admin: { publisher_record_id: '5' },
};

/** The same with each text, so that it has every member that the directory's API describes for articles. */
const full = articleTexts.reduce(
  (record, { path }) => (getAt(record, path) === undefined ? setAt(record, path, '3') : record),
  sample,
);
