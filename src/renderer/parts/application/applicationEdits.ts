import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { listAt, putText } from '../../../shared/draft/recordEdits.ts';
import { isEmpty, type Json } from '../../../shared/json.ts';

/** Members that stay when they are empty: the directory requires the key (reference/directory-api.md 5.2). */
const required = new Set([
  'bibjson.title',
  'bibjson.pissn',
  'bibjson.eissn',
  'bibjson.publisher.name',
  'bibjson.copyright.url',
  'bibjson.editorial.review_url',
  'bibjson.plagiarism.url',
  'bibjson.ref.journal',
  'admin.contact.name',
  'admin.contact.email',
]);

/** `record` with a text typed into a field; an emptied field leaves no member, unless the directory requires it. */
export function setText(record: DraftRecord, path: string, text: string): DraftRecord {
  return putText(record, path, text, required.has(path));
}

/** The same for a number; text that is not a whole number stays as it was typed, for the rules to report. */
export function setNumber(record: DraftRecord, path: string, text: string): DraftRecord {
  if (text === '') return removeAt(record, path);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : text;
  return getAt(record, path) === value ? record : setAt(record, path, value);
}

/** The fields of a question whose answer is yes: with another answer the directory drops them. */
const dependants: Record<string, readonly string[]> = {
  'bibjson.plagiarism.detection': ['bibjson.plagiarism.url'],
  'bibjson.apc.has_apc': ['bibjson.apc.max'],
  'bibjson.waiver.has_waiver': ['bibjson.waiver.url'],
  'bibjson.other_charges.has_other_charges': ['bibjson.other_charges.url'],
  'bibjson.preservation.has_preservation': [
    'bibjson.preservation.service',
    'bibjson.preservation.national_library',
    'bibjson.preservation.url',
  ],
  'bibjson.deposit_policy.has_policy': ['bibjson.deposit_policy.service', 'bibjson.deposit_policy.url'],
  'bibjson.pid_scheme.has_pid_scheme': ['bibjson.pid_scheme.scheme'],
  'bibjson.article.license_display': ['bibjson.article.license_display_example_url'],
};

/**
 * `record` with a question answered. "No" clears the fields of a "yes": the directory drops them, or treats them as a
 * "yes".
 */
export function answer(record: DraftRecord, path: string, value: Json): DraftRecord {
  const rest = isNo(value) ? dropped(record, path).reduce(clear, record) : record;
  return setAt(rest, path, value);
}

/** The paths that an answer of no would empty. */
export function dropped(record: DraftRecord, path: string): string[] {
  return (dependants[path] ?? []).filter((one) => !isEmpty(getAt(record, one)));
}

/**
 * `record` with the values that a "no" at `path` dropped from `before`, where they are empty now; and with the earlier
 * answer, unless it has another one by now.
 */
export function withoutNo(record: DraftRecord, before: DraftRecord, path: string): DraftRecord {
  const back = dropped(before, path).reduce(
    (result, one) => (isEmpty(getAt(result, one)) ? setAt(result, one, getAt(before, one)!) : result),
    record,
  );
  if (!isNo(getAt(record, path))) return back;
  const old = getAt(before, path);
  return old === undefined ? removeAt(back, path) : setAt(back, path, old);
}

function isNo(value: Json | undefined): boolean {
  return value === false || (Array.isArray(value) && value.includes('No'));
}

/** `record` with an entry added to a list or removed; known entries keep the order of `order`, others follow them. */
export function tick(
  record: DraftRecord,
  path: string,
  entry: string,
  isThere: boolean,
  order: readonly string[],
): DraftRecord {
  const list = listAt(record, path).filter((one) => one !== entry);
  if (!isThere) return setAt(record, path, list);
  const rank = (one: Json) => {
    const place = typeof one === 'string' ? order.indexOf(one) : -1;
    return place < 0 ? order.length : place;
  };
  const at = list.findIndex((one) => rank(one) > rank(entry));
  return setAt(record, path, list.toSpliced(at < 0 ? list.length : at, 0, entry));
}

/** `record` with a licence added or removed; an existing entry keeps its other members. */
export function tickLicence(
  record: DraftRecord,
  type: string,
  isThere: boolean,
  order: readonly string[],
): DraftRecord {
  const path = 'bibjson.license';
  const list = listAt(record, path);
  if (!isThere) {
    return setAt(
      record,
      path,
      list.filter((entry) => getAt(entry, 'type') !== type),
    );
  }
  const rank = (one: Json) => {
    const place = order.indexOf(String(getAt(one, 'type') ?? ''));
    return place < 0 ? order.length : place;
  };
  const at = list.findIndex((one) => rank(one) > order.indexOf(type));
  return setAt(record, path, list.toSpliced(at < 0 ? list.length : at, 0, { type }));
}

function clear(record: DraftRecord, path: string): DraftRecord {
  return required.has(path) ? setAt(record, path, '') : removeAt(record, path);
}
