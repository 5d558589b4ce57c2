import { labelOrName } from '../../article/rules/checkEnvelope.ts';
import { shorten } from '../../article/rules/checkTexts.ts';
import { removeFix, setFix } from '../../article/rules/report.ts';
import { serviceCurrency, serviceLanguage } from '../../directory/serviceTables.ts';
import { meaningOf } from '../../directory/vocabulary.ts';
import type { DraftRecord } from '../../draft/draft.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { joinPath } from '../../draft/fieldPath.ts';
import { isGiven, isObject, type Members, own } from '../../json.ts';
import { isDateReadable } from '../../text/dates.ts';
import { asStoredText } from '../../text/pythonText.ts';
import { applicationIssn, serviceBoolean, serviceInteger } from '../applicationValues.ts';
import { type ApplicationReport, shown } from './applicationReport.ts';
import type { FieldNode } from './fieldTree.ts';

/**
 * Reports values refused before the form validates: members missing, not permitted, of the wrong type or unreadable
 * (reference/directory-api.md 5.3, 2.4, addenda). `isOptional` names required members that may be missing.
 */
export function checkStructure(
  record: Members,
  tree: FieldNode,
  report: ApplicationReport,
  isOptional: (path: string) => boolean,
): void {
  checkMembers(record, tree, '', report, isOptional);
}

/** Objects on which the directory crashes if they are null; any other null is a missing answer. */
const breaksOnNull = new Set([
  'bibjson',
  'bibjson.copyright',
  'bibjson.ref',
  'bibjson.plagiarism',
  'bibjson.article',
]);

function checkMembers(
  object: Members,
  node: FieldNode,
  path: string,
  report: ApplicationReport,
  isOptional: (path: string) => boolean,
): void {
  for (const [name, member] of node.members) {
    const at = joinPath(path, name);
    const value = own(object, name);
    if (value === undefined) {
      if (member.isRequired && !isOptional(at)) report.add('member-missing', at, { field: fieldLabel(at) });
    } else if (value === null) {
      if (breaksOnNull.has(at)) report.add('member-null', at, { field: fieldLabel(at) });
    } else if (member.kind === 'list') checkList(value, member, at, report, isOptional);
    else if (member.kind === 'object') {
      if (isObject(value)) checkMembers(value, member, at, report, isOptional);
      else report.add('member-not-object', at, { field: labelOrName(at) });
    } else checkScalar(value, member, at, report);
  }
  for (const name of Object.keys(object)) {
    if (node.members.has(name)) continue;
    const at = joinPath(path, name);
    report.add('not-permitted', at, { name }, removeFix(at));
  }
}

function checkList(
  value: unknown,
  node: FieldNode,
  path: string,
  report: ApplicationReport,
  isOptional: (path: string) => boolean,
): void {
  if (!Array.isArray(value)) {
    const fix = typeof value === 'string' && !node.hasObjects ? setFix('makeList', path, [value]) : undefined;
    report.add('not-a-list', path, { field: fieldLabel(path) }, fix);
    return;
  }
  for (const [index, entry] of value.entries()) {
    const at = joinPath(path, index);
    if (node.hasObjects) {
      if (isObject(entry)) checkMembers(entry, node, at, report, isOptional);
      else report.add('not-an-object', at, { field: fieldLabel(path) }, removeFix(at));
    } else if (entry === null) report.add('empty-entry', at, { field: fieldLabel(path) }, removeFix(at));
    else if (node.allowed && !node.allowed.includes(asStoredText(entry))) {
      const meant = node.allowed.find(
        (one) => one.toLowerCase() === asStoredText(entry).trim().toLowerCase(),
      );
      const params = { value: shown(entry), allowed: node.allowed.join(', ') };
      report.add(
        'value-not-allowed',
        at,
        params,
        meant ? setFix('use', at, meant, { value: meant }) : undefined,
      );
    } else checkScalar(entry, node, at, report);
  }
}

function checkScalar(
  value: unknown,
  { coerce, path: name }: FieldNode,
  path: string,
  report: ApplicationReport,
): void {
  switch (coerce) {
    case 'unicode':
    case 'unicode_lower':
      checkPlainText(value, { coerce, name }, path, report);
      break;
    case 'bool':
      checkBoolean(value, path, report);
      break;
    case 'integer':
      checkInteger(value, path, report);
      break;
    case 'utcdatetime':
    case 'bigenddate':
      if (value !== '' && !(typeof value === 'string' && isDateReadable(value)))
        report.add('application-date-unreadable', path, { name: path }, removeFix(path));
      break;
    case 'isolang_2letter_strict':
      checkLanguage(value, path, report);
      break;
    case 'currency_code_strict':
      checkCurrency(value, path, report);
      break;
    case 'issn':
      // The journal's own ISSNs have separate rules.
      if (path.endsWith(']') && typeof value === 'object')
        report.add('journal-issn-unreadable', path, { slot: fieldLabel(name) }, removeFix(path));
      else checkScript(typeof value === 'string' ? applicationIssn(value) : value, path, report);
      break;
    default:
      checkScript(value, path, report);
  }
}

function checkBoolean(value: unknown, path: string, report: ApplicationReport): void {
  if (serviceBoolean(value) !== null) return;
  const meant = typeof value === 'string' ? yesOrNo(value) : null;
  const fix = meant === null ? undefined : setFix('use', path, meant, { value: String(meant) });
  report.add('boolean-unreadable', path, { value: shown(value) }, fix);
}

function checkInteger(value: unknown, path: string, report: ApplicationReport): void {
  if (serviceInteger(value) !== null) return;
  const params = { field: fieldLabel(path, report.record), value: shown(value) };
  report.add('number-unreadable', path, params, numberFix(value, path));
}

function checkCurrency(value: unknown, path: string, report: ApplicationReport): void {
  if (typeof value === 'string' && serviceCurrency(value) !== null) return;
  const meant = meaningOf('currency', asStoredText(value));
  const fix = meant ? setFix('use', path, meant.code, { value: meant.code }) : undefined;
  report.add('currency-unknown', path, { value: shown(value), why: meant?.why ?? '' }, fix);
}

function checkLanguage(value: unknown, path: string, report: ApplicationReport): void {
  if (typeof value === 'string' && serviceLanguage(value) !== null) return;
  const meant = meaningOf('language', asStoredText(value));
  const fix = meant ? setFix('use', path, meant.code, { value: meant.code }) : undefined;
  report.add('language-unknown', path, { value: shown(value), why: meant?.why ?? '' }, fix);
}

/** The directory converts anything to text here; list entries may contain a script tag if they contain other text too. */
function checkPlainText(
  value: unknown,
  { coerce, name }: { coerce: string; name: string },
  path: string,
  report: ApplicationReport,
): void {
  const isInObjects = name.includes('[]');
  const isEntry = path.endsWith(']');
  const text = coerce === 'unicode_lower' ? asStoredText(value).toLowerCase() : asStoredText(value);
  if (!isInObjects && text.includes('<script>') && (!isEntry || text === '<script>'))
    report.add('script-tag', path, undefined, isEntry ? removeFix(path) : undefined);
  if (typeof value === 'boolean' || typeof value === 'object')
    report.add('not-text', path, { stored: shorten(text) });
}

function checkScript(value: unknown, path: string, report: ApplicationReport): void {
  if (!path.includes('[') && hasScript(value)) report.add('script-tag', path);
}

/** Texts are searched inside objects too; an entry of a list counts only if it is nothing but the tag. */
function hasScript(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('<script>');
  if (Array.isArray(value)) return value.includes('<script>');
  return isObject(value) && Object.values(value).some(hasScript);
}

function yesOrNo(text: string): boolean | null {
  if (/^\s*(?:y|yes|true|1|on)\s*$/i.test(text)) return true;
  return /^\s*(?:n|no|false|0|off)\s*$/i.test(text) ? false : null;
}

const ofWeeks = /^(?:weeks?|wks?|w|semaines?|sem)?\.?$/i;
/** Words after which a number is not an amount of the currency for an article: `2 k`, `90 cents`, `30 per page`. */
const otherUnit =
  /%|(?<!\p{L})(?:k|thousand|mille|milliers?|millions?|mio|lakhs?|crores?|cents?|centimes?|pages?|words?|mots?)(?!\p{L})/iu;

/** A number written with a currency, with its unit or with thousands separators; not one with a unit that changes it. */
function numberFix(value: unknown, path: string) {
  if (typeof value !== 'string') return undefined;
  const found = /^(\D*)(\d{1,3}(?:[\s.,']\d{3})+|\d+)(?:[.,]0{1,2})?(\D*)$/.exec(value);
  if (!found) return undefined;
  const number = Number(found[2]!.replace(/\D/g, ''));
  const beside = `${found[1]} ${found[3]}`.trim();
  const isMeant =
    path === 'bibjson.publication_time_weeks'
      ? ofWeeks.test(beside)
      : path === 'bibjson.oa_start'
        ? number >= 1000
        : !otherUnit.test(beside);
  return isMeant ? setFix('use', path, number, { value: String(number) }) : undefined;
}

/** Reports on `admin.date_applied`: it is unused, but the directory crashes on anything but a date (addenda, 5.1). */
export function checkDateApplied(record: DraftRecord, report: ApplicationReport): void {
  const admin = record.admin;
  const value = isObject(admin) ? own(admin, 'date_applied') : undefined;
  if (!isGiven(value) || value === '') return;
  const path = 'admin.date_applied';
  if (!isDateReadable(asStoredText(value)))
    report.add('application-date-unreadable', path, { name: path }, removeFix(path));
}
