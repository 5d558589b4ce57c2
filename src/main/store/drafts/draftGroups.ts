import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import type { DraftFacts } from './facets/draftFacets.ts';
import { IdSet } from './idSet.ts';
import { sendableSyncs } from './undecided.ts';

/** All drafts of an account with the same facts; each draft is in exactly one group. */
export interface DraftGroup {
  facts: DraftFacts;
  ids: readonly number[];
}

/** Reads the groups of an account's drafts, without those of an import that has not been accepted yet. */
export function createGroupReading(db: Db): (accountId: string) => DraftGroup[] {
  const read = db.prepare<[string], GroupRow>(
    `SELECT journal_key journalKey, trashed, readiness, sync, import_id importId, has_orcid hasOrcid,
       has_identifier hasIdentifier, json_group_array(id) ids
     FROM drafts INDEXED BY drafts_by_facts WHERE account_id = ? AND staged = 0 GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  );
  return (accountId) => read.all(accountId).map(toGroup);
}

/** The same groups, with the drafts apart that are complete and left out of a plan all the same (`undecided.ts`). */
export function withUndecided(
  groups: readonly DraftGroup[],
  isLeftOut: (id: number) => boolean,
): readonly DraftGroup[] {
  return groups.flatMap((group) => {
    const { facts, ids } = group;
    const canBeSent =
      facts.readiness !== 'incomplete' && !facts.trashed && sendableSyncs.includes(facts.sync);
    const undecided = canBeSent ? ids.filter(isLeftOut) : [];
    if (undecided.length === 0) return [group];
    const others = { facts, ids: ids.filter((id) => !isLeftOut(id)) };
    return [others, { facts: { ...facts, readiness: 'undecided' }, ids: undecided }];
  });
}

/** The drafts of the groups whose facts pass. */
export function idsInGroups(groups: readonly DraftGroup[], passes: (facts: DraftFacts) => boolean): IdSet {
  return IdSet.ofAll(groups.flatMap(({ facts, ids }) => (passes(facts) ? [ids] : [])));
}

type GroupRow = Omit<DraftFacts, 'trashed' | 'hasOrcid' | 'hasIdentifier'> & {
  trashed: number;
  hasOrcid: number;
  hasIdentifier: number;
  /** A JSON array of numbers. */
  ids: string;
};

function toGroup({ ids, trashed, hasOrcid, hasIdentifier, ...rest }: GroupRow): DraftGroup {
  const facts = {
    ...rest,
    // A draft that the directory refused and nobody has changed is not ready, whatever our rules say.
    readiness: rest.sync === 'refused' ? 'incomplete' : rest.readiness,
    trashed: trashed === 1,
    hasOrcid: hasOrcid === 1,
    hasIdentifier: hasIdentifier === 1,
  };
  return { facts, ids: storedJson<number[]>(ids) };
}
