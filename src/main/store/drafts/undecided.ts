import { dialects } from '../../../shared/directory/dialects.ts';
import type { Sync } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { deletedAtSql } from '../deletions/deletionStore.ts';
import { IdSet } from './idSet.ts';

/** The states of a draft that a plan for all drafts would send. */
export const sendableSyncs: readonly Sync[] = ['never', 'changed', 'failed'];

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

const keys = ['doi', 'url'] as const;

const hasTwinSql = (key: (typeof keys)[number]) =>
  `EXISTS (SELECT 1 FROM drafts o INDEXED BY drafts_by_${key} WHERE o.account_id = drafts.account_id
     AND o.${key}_key = drafts.${key}_key AND o.id <> drafts.id AND o.staged = 0 AND o.trashed_at IS NULL)`;

/** SQL: the directory would refuse it as a change of only one identifier (`creationEffect`). */
const changesOneKeySql = `(sent_hash IS NOT NULL AND (doi_key = sent_doi_key OR url_key = sent_url_key)
  AND (doi_key IS NOT sent_doi_key OR url_key IS NOT sent_url_key)
  AND (SELECT dialect FROM accounts WHERE id = account_id)
    IN (${quoted(dialectsWithBothKeys())}))`;

/** SQL: the directory has it, but would not recognise it by its keys and store a second article. */
const losesKeysSql = `(sent_hash IS NOT NULL AND coalesce(sent_doi_key, sent_url_key) IS NOT NULL
  AND (doi_key = sent_doi_key) IS NOT TRUE AND (url_key = sent_url_key) IS NOT TRUE)`;

/** SQL over accounts: only approved drafts of it are sent. */
const needsApprovalSql = `(approved_only = 1 AND EXISTS (SELECT 1 FROM office WHERE joined = 1)
  AND EXISTS (SELECT 1 FROM office_accounts WHERE account_id = accounts.id))`;

/** SQL over drafts: why a person has to decide first (`undecidedReasons`); null if it is not left out for that. */
export const undecidedSql = `CASE
  WHEN readiness = 'incomplete' OR sync NOT IN (${quoted(sendableSyncs)}) OR staged = 1 OR trashed_at IS NOT NULL THEN NULL
  WHEN ${deletedAtSql()} IS NOT NULL THEN 'deleted-there'
  WHEN ${hasTwinSql('doi')} OR ${hasTwinSql('url')} THEN 'same-article'
  WHEN ${changesOneKeySql} THEN 'would-be-refused'
  WHEN ${losesKeysSql} THEN 'identity-changed'
  WHEN review IS NOT 'approved' AND (SELECT ${needsApprovalSql} FROM accounts WHERE id = account_id)
    THEN 'not-approved' END`;

/** SQL over drafts: their readiness as lists show it (`listReadinesses`). */
export const listReadinessSql = `CASE WHEN sync = 'refused' THEN 'incomplete'
  WHEN (${undecidedSql}) IS NOT NULL THEN 'undecided' ELSE readiness END`;

/** Finds the drafts for which `undecidedSql` is not null, without asking it for each draft of the account. */
export function createUndecidedReading(db: Db) {
  const reads = (sqlOf: (key: (typeof keys)[number]) => string) =>
    keys.map((key) => db.prepare<{ accountId: string }, number>(sqlOf(key)).pluck());
  const readTwins = reads(
    (key) => `SELECT d.id FROM shared_keys s
      CROSS JOIN drafts d INDEXED BY drafts_by_${key} ON d.account_id = s.account_id AND d.${key}_key = s.key
      WHERE s.account_id = @accountId AND s.kind = '${key}'`,
  );
  const readChanged = reads(
    (key) => `SELECT id FROM drafts INDEXED BY drafts_by_former_${key}
      WHERE account_id = @accountId AND sent_hash IS NOT NULL AND sent_${key}_key IS NOT ${key}_key`,
  );
  const readDeleted = db
    .prepare<{ accountId: string }, number>(
      `SELECT draft_id FROM deletions
       WHERE account_id = @accountId AND draft_id IS NOT NULL AND state IN ('deleted', 'gone')`,
    )
    .pluck();
  const readUndecided = db
    .prepare<[string], number>(
      `SELECT drafts.id FROM json_each(?) asked JOIN drafts ON drafts.id = asked.value WHERE (${undecidedSql}) IS NOT NULL`,
    )
    .pluck();
  const needsApproval = db
    .prepare<[string], number>(`SELECT ${needsApprovalSql} FROM accounts WHERE id = ?`)
    .pluck();
  const readApproved = db
    .prepare<[], number>(`SELECT id FROM drafts INDEXED BY drafts_in_review WHERE review = 'approved'`)
    .pluck();
  return {
    /** The drafts of an account that share a DOI or a full-text address, including those in the trash. */
    twins: (accountId: string): readonly number[] => readTwins.flatMap((read) => read.all({ accountId })),
    /** Whether a complete draft that could be sent is left out; `twins`: those of the account. */
    leavesOut(accountId: string, twins: readonly number[]): (id: number) => boolean {
      const others = [readDeleted, ...readChanged].flatMap((read) => read.all({ accountId }));
      const asked = [...twins, ...others];
      const undecided = new IdSet(asked.length === 0 ? [] : readUndecided.all(JSON.stringify(asked)));
      if (needsApproval.get(accountId) !== 1) return (id) => undecided.has(id);
      const approved = new IdSet(readApproved.all());
      return (id) => undecided.has(id) || !approved.has(id);
    },
    needsApproval: (accountId: string) => needsApproval.get(accountId) ?? 0,
  };
}

function dialectsWithBothKeys(): string[] {
  return Object.entries(dialects).flatMap(([name, { duplicates }]) =>
    duplicates === 'both-keys' ? [name] : [],
  );
}
