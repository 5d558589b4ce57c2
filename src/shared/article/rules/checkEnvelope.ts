import { fieldLabel, hasLabel } from '../../draft/fieldLabel.ts';
import { isGiven, isObject, type Members, own } from '../../json.ts';
import { literal, type Message } from '../../message.ts';
import { isDateReadable } from '../../text/dates.ts';
import { asStoredText } from '../../text/pythonText.ts';
import { checkMembers } from './checkMembers.ts';
import { checkText } from './checkTexts.ts';
import { type Report, removeFix } from './report.ts';

const known = new Set(['id', 'created_date', 'last_updated', 'es_type', 'admin', 'bibjson']);
const knownInAdmin = new Set(['in_doaj', 'publisher_record_id', 'upload_id']);

/** Reports on everything around `bibjson`: nearly all of it is dropped, but some of it must still be readable. */
export function checkEnvelope(record: Members, report: Report): void {
  for (const name of ['id', 'es_type']) checkDroppedText(own(record, name), name, report);
  for (const name of ['created_date', 'last_updated']) checkDate(own(record, name), name, report);
  const admin = own(record, 'admin');
  if (isObject(admin)) checkAdmin(admin, report);
  else if (isGiven(admin)) report.add('not-an-object', 'admin', { field: 'admin' }, removeFix('admin'));
  checkMembers(record, known, '', report);
}

/** Reports a text that the directory drops, or refuses because of a script tag although it drops it. */
export function checkDroppedText(
  value: unknown,
  path: string,
  report: Report,
  code: 'ignored-system' | 'ignored-journal' = 'ignored-system',
): void {
  if (!isGiven(value) || value === '') return;
  if (asStoredText(value).includes('<script>')) report.add('script-tag', path, undefined, removeFix(path));
  report.add(code, path, { name: labelOrName(path) }, removeFix(path));
}

/** The label if the form has one, else the name of the member. */
export function labelOrName(path: string): Message {
  return hasLabel(path) ? fieldLabel(path) : literal(path.slice(path.lastIndexOf('.') + 1));
}

function checkDate(value: unknown, path: string, report: Report): void {
  if (!isGiven(value) || value === '') return;
  const isReadable = typeof value === 'string' && isDateReadable(value);
  report.add(isReadable ? 'ignored-system' : 'date-unreadable', path, { name: path }, removeFix(path));
}

function checkAdmin(admin: Members, report: Report): void {
  const path = 'admin.in_doaj';
  const inDirectory = own(admin, 'in_doaj');
  const isBoolean =
    typeof inDirectory === 'boolean' ||
    (typeof inDirectory === 'string' && /^(?:true|false)$/i.test(inDirectory));
  if (isGiven(inDirectory)) {
    report.add(
      isBoolean ? 'ignored-system' : 'in-doaj-unreadable',
      path,
      { name: 'in_doaj' },
      removeFix(path),
    );
  }
  checkText(own(admin, 'publisher_record_id'), 'admin.publisher_record_id', report);
  checkDroppedText(own(admin, 'upload_id'), 'admin.upload_id', report);
  checkMembers(admin, knownInAdmin, 'admin', report);
}
