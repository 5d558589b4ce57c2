import { labelOrName } from '../../article/rules/checkEnvelope.ts';
import { fixOf, removeFix, setFix } from '../../article/rules/report.ts';
import type { Dialect } from '../../directory/account.ts';
import { dialects } from '../../directory/dialects.ts';
import { serviceCountry } from '../../directory/serviceTables.ts';
import type { DraftRecord } from '../../draft/draft.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { getAt } from '../../draft/fieldPath.ts';
import type { Fix } from '../../finding.ts';
import type { JournalCard } from '../../journal/journal.ts';
import { isEmpty, isGiven, isObject } from '../../json.ts';
import { serviceIssn } from '../../text/identifiers.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { systemFields } from '../acceptedFields.ts';
import { toFlat } from '../application.ts';
import { contactFields, journalFields } from '../applicationFields.ts';
import { editability, statusOf } from '../applicationStatus.ts';
import { comparable } from '../applicationValues.ts';
import type { ApplicationContext } from './applicationContext.ts';
import { type ApplicationReport, clearFix, shown } from './applicationReport.ts';
import { issnPath, type Slot } from './checkIssns.ts';

/** Whether the directory has the journal, and it is the account's (reference/directory-api.md 5.7). */
export function checkNamedJournal(
  report: ApplicationReport,
  {
    dialect,
    journal,
    journals,
    request,
  }: Pick<ApplicationContext, 'dialect' | 'journal' | 'journals' | 'request'>,
): void {
  const path = 'admin.current_journal';
  if (report.isBroken(path)) return;
  const id = asStoredText(report.at(path));
  const card = journals?.find((one) => one.id === id);
  const inDirectory = getAt(journal, 'admin.in_doaj') ?? getAt(journal, 'admin.in_directory');
  if (id === '') report.add('journal-not-named', path);
  else if (card?.inDirectory === false || inDirectory === false)
    report.add('journal-was-withdrawn', path, { journal: card?.title || id });
  else if (journal === null) report.add('journal-not-found', path, { id: shown(id) });
  else if (card && !card.mine && ownerOf(card) !== null)
    report.add('journal-not-yours', path, { journal: card.title });
  // Public records do not name their owner: a journal may be the account's own without our knowledge.
  else if (card && !card.mine && journals?.some((one) => one.mine))
    report.add('journal-perhaps-not-yours', path, { journal: card.title });
  else if (request && !request.mine) report.add('request-not-yours', path);
  else if (request && !editability(statusOf(request.status), dialect).now)
    report.add('request-not-editable', path, { why: editability(statusOf(request.status), dialect).why });
}

function ownerOf(card: JournalCard & { owner?: string | null }): string | null {
  return card.owner ?? null;
}

/** Reports the values of an Update Request that the directory replaces by different ones of the journal; `given` is the user's record. */
export function checkIgnored(
  report: ApplicationReport,
  given: DraftRecord,
  journal: unknown,
  dialect: Dialect,
): void {
  const known = isObject(journal) ? toFlat(journal) : null;
  const flat = toFlat(given);
  for (const field of [...journalFields, ...systemFields]) {
    const value = getAt(flat, field);
    const slot = slotOf(field);
    const path = slot === null ? field : issnPath(slot, report);
    if (!isGiven(value) || report.isBroken(path)) continue;
    const params = { field: fieldLabel(field), proposed: shown(value) };
    if (known === null) {
      if (!isEmpty(value)) report.add('ignored-journal-unknown', path, params);
      continue;
    }
    const kept = getAt(known, field);
    if (comparable(field, value) === comparable(field, kept)) continue;
    const isKept = !isEmpty(kept);
    const ownFix = () => (isKept ? setFix('journalValue', path, kept!) : clearFix(path));
    const fix = slot === null ? ownFix() : issnFix(slot, flat, known, report);
    report.add('ignored-journal-value', path, { ...params, kept: isKept ? shown(kept) : '–' }, fix);
  }
  if (dialects[dialect].contact !== 'required') return;
  for (const path of contactFields) {
    if (!isEmpty(report.at(path))) report.add('ignored-contact', path, { field: fieldLabel(path) });
  }
}

function slotOf(field: string): Slot | null {
  if (field.endsWith('pissn')) return 'pissn';
  return field.endsWith('eissn') ? 'eissn' : null;
}

/** Sets an ISSN to the journal's; the other as well, if it would be the same: the directory requires that they differ. */
function issnFix(
  slot: Slot,
  given: DraftRecord,
  journal: DraftRecord,
  report: ApplicationReport,
): Fix | undefined {
  const kept = (one: Slot) => asStoredText(getAt(journal, `bibjson.${one}`) ?? '');
  const other = slot === 'pissn' ? 'eissn' : 'pissn';
  const sent = getAt(given, `bibjson.${other}`);
  const isAlike = (text: string) => serviceIssn(text) === serviceIssn(kept(slot));
  const isClash = isAlike(asStoredText(sent ?? ''));
  if (isClash && (!isGiven(sent) || isAlike(kept(other)))) return undefined;
  const slots: Slot[] = isClash ? [slot, other] : [slot];
  return fixOf(
    kept(slot) === '' ? 'empty' : 'journalValue',
    slots.map((one) => ({ path: issnPath(one, report), value: kept(one) })),
  );
}

/** Reports optional fields that the journal has and the request leaves out: the directory clears them, since a request describes the whole journal. */
export function checkCleared(report: ApplicationReport, journal: unknown): void {
  if (!isObject(journal)) return;
  const known = toFlat(journal);
  const isArchived = report.at('bibjson.preservation.has_preservation') !== false;
  const optional = [
    'bibjson.institution.name',
    'bibjson.institution.country',
    ...(isArchived ? ['bibjson.preservation.service', 'bibjson.preservation.national_library'] : []),
  ];
  for (const path of optional) {
    const kept = getAt(known, path);
    if (isEmpty(kept) || !isEmpty(report.at(path)) || report.isBroken(path)) continue;
    const fix = isStillAccepted(path, kept, report) ? setFix('journalValue', path, kept!) : undefined;
    report.add('value-cleared', path, { field: fieldLabel(path), kept: shown(kept) }, fix);
  }
}

/** A journal may have a country that is no longer in the list, or the name that its publisher gets. */
function isStillAccepted(path: string, kept: unknown, report: ApplicationReport): boolean {
  if (path === 'bibjson.institution.country')
    return typeof kept === 'string' && serviceCountry(kept) !== null;
  if (path !== 'bibjson.institution.name') return true;
  return stripText(asStoredText(kept)) !== stripText(asStoredText(report.at('bibjson.publisher.name') ?? ''));
}

/** Reports members of a new application that only the directory sets. */
export function checkSystemFields(report: ApplicationReport, given: DraftRecord): void {
  for (const path of systemFields) {
    const value = getAt(given, path);
    if (isEmpty(value) || report.isBroken(path)) continue;
    report.add('ignored-by-directory', path, { name: labelOrName(path) }, removeFix(path));
  }
}

/** Reports members around `bibjson` that the directory sets itself. */
export function checkEnvelope(report: ApplicationReport): void {
  for (const path of envelope) {
    const value = report.at(path);
    if (isEmpty(value) || report.isBroken(path)) continue;
    report.add('ignored-by-directory', path, { name: labelOrName(path) }, removeFix(path));
  }
}

const envelope = [
  'id',
  'created_date',
  'last_updated',
  'last_manual_update',
  'admin.application_status',
  'admin.date_applied',
  'admin.owner',
  'admin.in_directory',
  'admin.upload_id',
];

/** Reports a missing contact in a new application if the dialect requires one (reference/dialects.md). */
export function checkContact(report: ApplicationReport): void {
  for (const path of contactFields) {
    if (report.isBroken(path)) continue;
    const value = report.at(path);
    const text = value === undefined ? '' : stripText(asStoredText(value));
    if (text === '') report.add('contact-missing', path, { field: fieldLabel(path) });
    else if (path.endsWith('email') && !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]{2,}$/.test(text))
      report.add('contact-email-form', path, { value: shown(text) });
  }
}
