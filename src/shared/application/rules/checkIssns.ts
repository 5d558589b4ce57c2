import { removeFix, setFix } from '../../article/rules/report.ts';
import type { JournalCard } from '../../journal/journal.ts';
import { isObject } from '../../json.ts';
import { msg } from '../../message.ts';
import { hasIssnCheckDigit, issnCheckDigit, parseIssn, serviceIssn } from '../../text/identifiers.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { applicationIssn } from '../applicationValues.ts';
import { type ApplicationReport, shown } from './applicationReport.ts';

export type Slot = 'pissn' | 'eissn';
const slots = ['pissn', 'eissn'] as const;

/** The path and value of an ISSN in a record; undefined: absent. */
interface Held {
  slot: Slot;
  path: string;
  value: unknown;
}

/** An Update Request keeps the journal's ISSNs: only the sent types, and that they differ, matter. */
export function checkIssns(
  report: ApplicationReport,
  { isUpdate, journals }: { isUpdate: boolean; journals: readonly JournalCard[] | null },
): void {
  const held = slots.map((slot) => findIssn(slot, report));
  const isReadable = held.map((one) => isText(one, report)).every(Boolean);
  if (!isReadable || held.every((one) => report.isBroken(one.path))) return;
  const [print, online] = held.map(({ value }) => applicationIssn(typeof value === 'string' ? value : ''));
  if (print === online) {
    const code = print === '' ? 'journal-issn-missing' : 'journal-issns-equal';
    for (const { path } of held) report.add(code, path, { issn: print });
    return;
  }
  if (serviceIssn(print!) === serviceIssn(online!)) {
    for (const { path, value } of held)
      if (value) report.add('journal-issn-zeros', path, { issn: shown(value) });
    return;
  }
  if (isUpdate) return;
  const read = held.map((one) => checkForm(one, report));
  if (read[0] !== '' && read[0] === read[1])
    for (const { path } of held) report.add('journal-issns-equal', path, { issn: read[0] });
  for (const [index, one] of held.entries()) checkTaken(one, read[index]!, journals, report);
}

/** The paths of the ISSNs in the record, for findings about them. */
export function issnPath(slot: Slot, report: ApplicationReport): string {
  return findIssn(slot, report).path;
}

/** If the specification's list has an entry for the slot, it counts; its ids are converted to text. */
function findIssn(slot: Slot, report: ApplicationReport): Held {
  const list = report.at('bibjson.identifier');
  const index = Array.isArray(list)
    ? list.findLastIndex((entry) => isObject(entry) && typeOf(entry) === slot)
    : -1;
  if (index < 0) return { slot, path: `bibjson.${slot}`, value: valueAt(report, `bibjson.${slot}`) };
  const path = `bibjson.identifier[${index}].id`;
  const id = report.at(path);
  return { slot, path, value: id === undefined ? '' : asStoredText(id) };
}

/** As `at`, but null stays null. */
function valueAt(report: ApplicationReport, path: string): unknown {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const parent = report.at(path.slice(0, path.lastIndexOf('.')));
  return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
}

function typeOf(entry: Record<string, unknown>): string {
  return typeof entry.type === 'string' ? entry.type.toLowerCase() : '';
}

function isText({ slot, path, value }: Held, report: ApplicationReport): boolean {
  if (value === undefined || typeof value === 'string') {
    if (path.includes('[') && applicationIssn(value ?? '').includes('<script>'))
      report.add('script-tag', path);
    return true;
  }
  const fix = value === null ? setFix('empty', path, '') : undefined;
  report.add('journal-issn-unreadable', path, { slot: msg(`field.${slot}`) }, fix);
  return false;
}

/** The ISSN as the form reads it; empty if there is none. */
function checkForm({ slot, path, value }: Held, report: ApplicationReport): string {
  if (typeof value !== 'string' || value === '') return '';
  const issn = stripText(applicationIssn(value));
  report.store(path, issn);
  if (!/^\p{Nd}{4}-\p{Nd}{3}[\p{Nd}Xx]$/u.test(issn)) {
    const meant = parseIssn(value);
    const fix = meant ? setFix('use', path, meant, { value: meant }) : undefined;
    report.add('journal-issn-form', path, { slot: msg(`field.${slot}`), issn: shown(value) }, fix);
  } else if (/^\d{4}-\d{3}[\dX]$/.test(issn) && !hasIssnCheckDigit(issn))
    report.add('journal-issn-check-digit', path, { issn, last: issn.slice(-1), right: issnCheckDigit(issn) });
  return issn;
}

/** The directory looks for the ISSN in both slots of its journals; withdrawn ones do not count. */
function checkTaken(
  { slot, path }: Held,
  issn: string,
  journals: readonly JournalCard[] | null,
  report: ApplicationReport,
): void {
  if (issn === '') return;
  const taken = journals?.find((card) => card.inDirectory && (card.pissn === issn || card.eissn === issn));
  if (taken)
    report.add('issn-in-directory', path, { slot: msg(`field.${slot}`), issn, journal: taken.title });
}

/** Reports on the shape of the specification's list of identifiers for applications. */
export function checkIdentifierList(report: ApplicationReport): void {
  const list = report.at('bibjson.identifier');
  if (!Array.isArray(list)) return;
  const seen = new Map<string, number>();
  for (const [index, entry] of list.entries()) {
    const path = `bibjson.identifier[${index}]`;
    if (!isObject(entry)) continue;
    const type = typeOf(entry);
    if (type !== 'pissn' && type !== 'eissn') {
      report.add('identifier-ignored', path, { type: shown(asStoredText(entry.type)) }, removeFix(path));
      continue;
    }
    const earlier = seen.get(type);
    if (earlier !== undefined)
      report.add(
        'identifier-ignored',
        `bibjson.identifier[${earlier}]`,
        { type },
        removeFix(`bibjson.identifier[${earlier}]`),
      );
    seen.set(type, index);
  }
}
