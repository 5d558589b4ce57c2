import { readArticle } from '../../../shared/article/article.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { readInstant } from '../../../shared/instant.ts';
import { doiAddress, parseDoi } from '../../../shared/text/identifiers.ts';
import { formatDateTime } from '../../state/format.ts';
import { comparableArticle } from './comparableArticle.ts';
import { type Fact, Lines, WebLink } from './Facts.tsx';

/** An article of the directory in readable words; empty values are left out. */
export function articleFacts(record: DraftRecord): Fact[] {
  const view = readArticle(comparableArticle(record));
  const journal = textAt(record, 'bibjson.journal.title');
  const publisher = textAt(record, 'bibjson.journal.publisher');
  const facts: (Fact | false)[] = [
    view.authors.length > 0 && {
      key: 'authors',
      label: fieldText('bibjson.author'),
      value: (
        <Lines>
          {view.authors.map(({ name, affiliation, orcid_id }, at) => (
            <span key={`author ${at + 1}`}>
              {[name, affiliation].filter(Boolean).join(', ')}{' '}
              {orcid_id !== '' && <WebLink href={orcid_id} />}
            </span>
          ))}
        </Lines>
      ),
    },
    plain('abstract', fieldText('bibjson.abstract'), view.abstract),
    plain('journal', t('search.column.journal'), [journal, publisher].filter(Boolean).join(', ')),
    plain('issns', t('search.column.issns'), [view.pissn, view.eissn].filter(Boolean).join(', ')),
    plain('year', fieldText('bibjson.year'), [view.month, view.year].filter(Boolean).join('/')),
    plain('issue', t('search.fact.issue'), issueOf(view)),
    plain('pages', t('search.fact.pages'), [view.startPage, view.endPage].filter(Boolean).join('–')),
    view.doi !== '' && {
      key: 'doi',
      label: t('field.doi'),
      value: <WebLink href={doiAddress(parseDoi(view.doi) ?? view.doi)}>{view.doi}</WebLink>,
    },
    view.links.length > 0 && {
      key: 'links',
      label: fieldText('bibjson.link'),
      value: (
        <Lines>
          {view.links.map(({ url, content_type }, at) => (
            <span key={`link ${at + 1}`}>
              <WebLink href={url} /> {content_type}
            </span>
          ))}
        </Lines>
      ),
    },
    plain('keywords', fieldText('bibjson.keywords'), view.keywords.join(', ')),
    plain('subjects', fieldText('bibjson.subject'), subjectsOf(record).join(', ')),
    time('created', t('search.fact.created'), textAt(record, 'created_date')),
    time('updated', t('search.fact.updated'), textAt(record, 'last_updated')),
  ];
  return facts.filter((fact) => fact !== false);
}

function plain(key: string, label: string, value: string): Fact | false {
  return value !== '' && { key, label, value };
}

function time(key: string, label: string, value: string): Fact | false {
  return plain(key, label, readInstant(value) === null ? value : formatDateTime(value));
}

function issueOf({ volume, number }: { volume: string; number: string }): string {
  return [
    volume !== '' && t('search.fact.volume', { volume }),
    number !== '' && t('search.fact.number', { number }),
  ]
    .filter(Boolean)
    .join(', ');
}

function subjectsOf(record: DraftRecord): string[] {
  const subjects = getAt(record, 'bibjson.subject');
  if (!Array.isArray(subjects)) return [];
  return subjects.map((one) => textAt(one, 'term')).filter(Boolean);
}

function textAt(record: unknown, path: string): string {
  const value = getAt(record, path);
  return typeof value === 'string' ? value : '';
}
