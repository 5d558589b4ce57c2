import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ExportFormat } from '../../shared/draft/fileFormats.ts';
import type { Message } from '../../shared/message.ts';
import { formats } from '../formats/formats.ts';
import { Losses } from '../formats/losses.ts';

/** The parts of a record for which a format has no place. */
export async function formatLosses(format: ExportFormat): Promise<Message[]> {
  const losses = new Losses();
  const write = await formats[format].write();
  for await (const _ of write(everything(), { losses, journalTitles: new Map() }));
  return losses.parts.map(({ part }) => part);
}

/** A record with every member that the directory's API describes for articles. */
async function* everything(): AsyncGenerator<DraftRecord> {
  yield {
    bibjson: {
      title: 'Title',
      abstract: 'Abstract',
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
      journal: {
        title: 'Journal',
        volume: '1',
        number: '2',
        start_page: '3',
        end_page: '4',
        publisher: 'Publisher',
        language: ['EN'],
        country: 'GB',
      },
      subject: [{ scheme: 'LCC', term: 'Science', code: 'Q' }],
    },
    admin: { publisher_record_id: '5' },
  };
}
