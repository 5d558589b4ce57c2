import { articleTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { asList, asObject, asText, isEmpty, type Json, type JsonObject } from '../../../shared/json.ts';
import { foldText } from '../../../shared/text/foldText.ts';

/** Fields that are taken as they are; abstracts only with permission. */
const fields = articleTexts.filter(({ name }) => name !== 'abstract');

/**
 * The draft with everything that Crossref has (reference/sources.md 3.3); unchanged where Crossref has nothing, or the
 * same apart from case and punctuation. The abstract may be under the publisher's rights, so it is proposed only for
 * journals of the account.
 */
export async function proposeFromCrossref(
  draft: DraftRecord,
  work: JsonObject,
  { withAbstract }: { withAbstract: boolean },
): Promise<DraftRecord> {
  const { recordOfWork } = await import('./recordOfWork.ts');
  const record = recordOfWork(work);
  return record === null ? draft : proposeFrom(draft, record, { withAbstract });
}

/** The same for a work that is already a record. */
export function proposeFrom(
  draft: DraftRecord,
  record: DraftRecord,
  { withAbstract }: { withAbstract: boolean },
): DraftRecord {
  let proposed = draft;
  const propose = (path: string, value: Json | undefined) => {
    if (!isEmpty(value) && value !== undefined) proposed = setAt(proposed, path, value);
  };
  for (const { path, stray } of fields) {
    const valueIn = (side: DraftRecord) =>
      getAt(side, path) ?? (stray === null ? undefined : getAt(side, `bibjson.${stray}`));
    const [value, own] = [valueIn(record), valueIn(draft)];
    if (!isAlike(own, value)) propose(path, value);
  }
  const abstract = getAt(record, 'bibjson.abstract');
  if (withAbstract && !isAlike(getAt(draft, 'bibjson.abstract'), abstract))
    propose('bibjson.abstract', abstract);
  propose('bibjson.author', proposeAuthors(draft, record));
  if (isEmpty(getAt(draft, 'bibjson.keywords')))
    propose('bibjson.keywords', getAt(record, 'bibjson.keywords'));
  // The DOI itself is not a full-text address.
  const links = asList(getAt(record, 'bibjson.link')).filter(
    (link) => !/\/\/doi\.org\//.test(asText(asObject(link).url)),
  );
  if (isEmpty(getAt(draft, 'bibjson.link'))) propose('bibjson.link', links);
  return proposed;
}

/** The draft’s authors completed from Crossref if they are the same people, otherwise Crossref’s list. Undefined: nothing new. */
function proposeAuthors(draft: DraftRecord, record: DraftRecord): Json | undefined {
  const own = asList(getAt(draft, 'bibjson.author')).map(asObject);
  const others = asList(getAt(record, 'bibjson.author')).map(asObject);
  if (others.length === 0) return undefined;
  const isSame = own.length === others.length && own.every((one, at) => isSamePerson(one, others[at]!));
  if (!isSame) return others;
  const merged = own.map((one, at) => ({ ...one, ...missingOf(one, others[at]!) }));
  return JSON.stringify(merged) === JSON.stringify(own) ? undefined : merged;
}

function missingOf(own: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(other).filter(([name, value]) => isEmpty(own[name]) && !isEmpty(value)),
  );
}

/** The same family name, which comes last, and a first name or initial that may be the same, if both have one. */
function isSamePerson(one: JsonObject, other: JsonObject): boolean {
  const [given, ...rest] = letters(one.name).split(' ');
  const [otherGiven, ...otherRest] = letters(other.name).split(' ');
  if ((rest.at(-1) ?? given) !== (otherRest.at(-1) ?? otherGiven)) return false;
  const areAlone = rest.length === 0 || otherRest.length === 0;
  return areAlone || given!.startsWith(otherGiven!) || otherGiven!.startsWith(given!);
}

function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  return letters(one) === letters(other);
}

function letters(value: Json | undefined): string {
  return typeof value === 'string'
    ? foldText(value)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    : '';
}
