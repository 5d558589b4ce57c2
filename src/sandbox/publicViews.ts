import type { Dialect } from './articles/articleService.ts';
import { KNOWN_TYPES } from './articles/incomingArticle.ts';
import type { ApplicationRecord, ArticleBibjson, ArticleRecord, JournalRecord, Link } from './records.ts';
import { Refusal } from './refusals.ts';

/** A stored article as GET returns it (reference/directory-api.md 4.1 "Out"); 500 for data it cannot serialise. */
export function articleView(record: ArticleRecord): object {
  const { start_page, end_page, journal, subject, identifier, author, keywords, ...bibjson } = record.bibjson;
  const { issns: _, ...block } = journal ?? {};
  const { in_doaj, publisher_record_id, upload_id } = record.admin;
  // The response structure has no other types.
  if (identifier?.some(({ type }) => !KNOWN_TYPES.includes(type ?? ''))) throw new Refusal(500);
  return {
    id: record.id,
    created_date: record.created_date,
    last_updated: record.last_updated,
    es_type: 'article',
    admin: present({ in_doaj, publisher_record_id, upload_id }),
    bibjson: present({
      ...onlyTexts(bibjson),
      identifier,
      link: bibjson.link?.map(linkView),
      author,
      keywords,
      subject,
      journal: journal && present({ ...block, start_page, end_page }),
    }),
  };
}

/** A journal as GET returns it (reference/directory-api.md 6). */
export function journalView(record: JournalRecord, dialect: Dialect): object {
  const { in_doaj, ticked, last_full_review } = record.admin;
  return present({
    id: record.id,
    created_date: record.created_date,
    last_updated: record.last_updated,
    last_manual_update: record.last_manual_update,
    es_type: 'journal',
    admin: present({ in_doaj, ticked, last_full_review }),
    bibjson: journalBibjson(record, dialect),
  });
}

/** An article as search returns it: the raw record, pages in `bibjson` (reference/directory-api.md 1.3). */
export function articleHit({ id, created_date, last_updated, bibjson }: ArticleRecord): object {
  return { id, created_date, last_updated, bibjson };
}

export function journalHit(record: JournalRecord, dialect: Dialect): object {
  const { ticked, last_full_review } = record.admin;
  const admin = present({ ticked, last_full_review });
  return present({
    id: record.id,
    created_date: record.created_date,
    last_updated: record.last_updated,
    ...(Object.keys(admin).length > 0 ? { admin } : {}),
    bibjson: journalBibjson(record, dialect),
  });
}

/** An application as GET returns it (reference/directory-api.md 5.7); it can be sent back unchanged. */
export function applicationView(record: ApplicationRecord, dialect: Dialect): object {
  const { application_status, current_journal, date_applied, owner, contact } = record.admin;
  return present({
    id: record.id,
    created_date: record.created_date,
    last_updated: record.last_updated,
    last_manual_update: record.last_manual_update ?? NEVER,
    admin: present({
      application_status,
      current_journal,
      date_applied,
      owner,
      contact: dialect === '3.0.1' ? contact : undefined,
    }),
    bibjson: present(journalBibjson(record, dialect)),
  });
}

/** The timestamp that means "never". */
const NEVER = '1970-01-01T00:00:00Z';

/** An application as search returns it; the type is always the same (reference/directory-api.md 1.3). */
export function applicationHit(record: ApplicationRecord, dialect: Dialect): object {
  const { id, created_date, last_updated } = record;
  const { application_status, ticked } = record.admin;
  const admin = present({ application_status, ticked, application_type: 'new_application' });
  return present({ id, created_date, last_updated, admin, bibjson: journalBibjson(record, dialect) });
}

/** As documented, ISSNs are in a list; as deployed, in two members (reference/dialects.md). */
function journalBibjson(record: Pick<JournalRecord, 'bibjson'>, dialect: Dialect): object {
  if (dialect === '4.0') return record.bibjson;
  const { pissn, eissn, ...bibjson } = record.bibjson;
  const identifier = [
    ...(pissn ? [{ type: 'pissn', id: pissn }] : []),
    ...(eissn ? [{ type: 'eissn', id: eissn }] : []),
  ];
  return { ...bibjson, identifier };
}

function onlyTexts({ title, year, month, abstract }: ArticleBibjson): ArticleBibjson {
  return present({ title, year, month, abstract });
}

function linkView(link: Link): Link {
  // The response structure requires both members; a record stored without them cannot be serialised.
  if (link.url === undefined || link.type?.trim().toLowerCase() !== 'fulltext') throw new Refusal(500);
  return link;
}

/** Removes absent members and empty lists. */
function present<T extends object>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  ) as T;
}
