import { setImmediate } from 'node:timers/promises';
import { member } from '../../shared/json.ts';
import { pageSize } from '../remote/searchRequest.ts';
import { type KnownArticle, lastId } from '../store/watch/ledgerStore.ts';
import type { ArticleNotes } from './articles.ts';
import { articlesOf, eachBlock, readInOrder } from './changes.ts';
import type { CountedJournal, LookParts } from './lookParts.ts';

/** Some journals, and the articles among theirs with ids from `from` on and below `to`. */
interface Range {
  journals: readonly CountedJournal[];
  from: string;
  to: string;
}

/** How often a count that differs is repeated until it is the same twice. */
const maxRepeats = 4;

/**
 * Compares how many articles the directory has of those made until a time of its clock with the ledger; what differs
 * twice is located by halves (reference/directory-changes.md 2.5 d).
 */
export async function lookForVanished(
  parts: LookParts,
  journals: readonly CountedJournal[],
  { notes, until }: { notes: ArticleNotes; until: string },
): Promise<void> {
  const missing = new Map<string, KnownArticle>();
  await eachBlock(parts, journals, async (block, retries) => {
    const range: Range = { journals: block, from: '0', to: lastId };
    const counts = createCounts(parts, until, retries);
    let there = await counts.there(range);
    if (there === counts.known(range)) return;
    for (let repeats = 0; ; repeats++) {
      await parts.clock.sleep(parts.confirmAfter, parts.signal);
      const again = await counts.there(range);
      if (again === counts.known(range)) return;
      if (again === there) break;
      there = again;
      // Somebody is sending or deleting right now: the next look will tell.
      if (repeats === maxRepeats) return;
    }
    const wanted = counts.known(range) - there;
    const before = missing.size;
    const locating = { parts, counts, notes, until, missing };
    await locate(locating, range, there);
    // Articles of two journals can hide each other in the parts of a sum.
    if (missing.size - before < wanted) await readRange(locating, range);
  });
  for (const known of missing.values()) await notes.missing(known);
}

function createCounts({ accountId, ask, ledger }: LookParts, until: string, retries: boolean) {
  const inLedger = ({ journals, from, to }: Range) => ({
    journals: journals.map(({ id }) => id),
    from,
    to,
    until,
  });
  return {
    known: (range: Range) => ledger.count(accountId, inLedger(range)),
    inLedger,
    async there(range: Range): Promise<number> {
      const { total } = await ask.search('articles', queryOf(range, until), { size: 1, retries });
      return total;
    },
  };
}

interface Locating {
  parts: LookParts;
  counts: ReturnType<typeof createCounts>;
  notes: ArticleNotes;
  until: string;
  missing: Map<string, KnownArticle>;
}

async function locate(locating: Locating, range: Range, there: number): Promise<void> {
  const { parts, counts } = locating;
  await setImmediate();
  const known = counts.known(range);
  if (known === there) return;
  const most = Math.max(known, there);
  const pages = Math.ceil((most + 1) / pageSize);
  const halvings = Math.ceil(Math.log2(Math.max(1, most / pageSize)));
  // Many that are missing are found sooner by reading all.
  const halves = pages <= 1 + Math.abs(known - there) * halvings ? null : halve(locating, range, known);
  if (halves === null) return readRange(locating, range);
  const [left, right] = halves;
  const thereLeft = await counts.there(left);
  const isOverlapping = parts.ledger.hasShared(parts.accountId);
  const thereRight = isOverlapping ? await counts.there(right) : there - thereLeft;
  await locate(locating, left, thereLeft);
  await locate(locating, right, thereRight);
}

/** Two ranges with about as many known articles each; null if there is nothing to halve. */
function halve({ parts, counts, until }: Locating, range: Range, known: number): [Range, Range] | null {
  const { ledger, accountId } = parts;
  const { journals } = range;
  if (journals.length > 1) {
    let sum = 0;
    let at = 0;
    while (at < journals.length - 1 && (at === 0 || sum < known / 2))
      sum += ledger.countOf(accountId, journals[at++]!.id, until);
    return [
      { ...range, journals: journals.slice(0, at) },
      { ...range, journals: journals.slice(at) },
    ];
  }
  const middle = ledger.middle(accountId, counts.inLedger(range), Math.floor(known / 2));
  if (middle === null || middle === range.from || !/^[0-9a-f]{1,64}$/.test(middle)) return null;
  return [
    { ...range, to: middle },
    { ...range, from: middle },
  ];
}

/** Reads what the directory has in a range, and remembers what the ledger has besides. */
async function readRange({ parts, counts, notes, until, missing }: Locating, range: Range): Promise<void> {
  const { accountId, ledger } = parts;
  const there = new Set<unknown>();
  await readInOrder(parts, queryOf(range, until), {
    read: ({ results }) => {
      for (const record of results) there.add(member(record, 'id'));
      notes.see(results);
    },
  });
  for (let from = range.from; ; ) {
    const ids = ledger.ids(accountId, { ...counts.inLedger(range), from }, comparedAtOnce);
    for (const id of ids) {
      const known = there.has(id) ? null : ledger.find(accountId, id);
      if (known?.state === 'present') missing.set(id, known);
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < comparedAtOnce) return;
    from = `${last}!`;
    await setImmediate();
  }
}

/** Ids of the ledger that are compared at once. */
const comparedAtOnce = 500;

function queryOf({ journals, from, to }: Range, until: string): string {
  const ids = from === '0' && to === lastId ? '' : ` AND id.exact:[${from} TO ${to}}`;
  return `${articlesOf(journals)} AND created_date:[1970-01-01 TO ${until}]${ids}`;
}
