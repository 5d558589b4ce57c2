import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isEmpty, isGiven, isObject, type Members, own } from '../../json.ts';
import { monthNames, parseMonth, serviceMonth, serviceYear } from '../../text/dates.ts';
import { pythonInteger } from '../../text/pythonNumbers.ts';
import { asStoredText } from '../../text/pythonText.ts';
import { articleTexts, membersIn } from '../articleFields.ts';
import { checkDroppedText, labelOrName } from './checkEnvelope.ts';
import { checkMembers } from './checkMembers.ts';
import { checkText, shorten } from './checkTexts.ts';
import { fixOf, type Report, removeFix, setFix } from './report.ts';

const texts = articleTexts.filter(({ isInJournal }) => isInJournal);
/** The last two come from the journal and have no labels. */
const known = new Set([...membersIn('bibjson.journal'), 'issns', 'license']);

/** Reports on year, month, and the journal block with volume, number and pages. */
export function checkIssue(bibjson: Members, now: Date, report: Report): void {
  checkYear(own(bibjson, 'year'), now, report);
  checkMonth(own(bibjson, 'month'), report);
  const journal = own(bibjson, 'journal');
  if (isObject(journal)) checkBlock(journal, own(bibjson, 'year'), report);
  else if (isGiven(journal))
    report.add(
      'not-an-object',
      'bibjson.journal',
      { field: fieldLabel('bibjson.journal') },
      removeFix('bibjson.journal'),
    );
  for (const { member, path, stray } of articleTexts)
    if (stray !== null)
      checkStray(own(bibjson, stray), `bibjson.${stray}`, { member, path }, journal, report);
}

/**
 * Reports a year before the journal's first one of open access, which the directory's rules exclude since 2 April 2026.
 * `isRefused`: the server refuses it, and fails for any year that is no number, whatever the journal
 * (reference/directory-changes.md 3).
 */
export function checkOpenAccess(
  value: unknown,
  oaStart: number | null,
  isRefused: boolean,
  report: Report,
): void {
  const path = 'bibjson.year';
  const year = isGiven(value) ? pythonInteger(asStoredText(value)) : null;
  if (year === null) {
    if (isRefused) report.add('year-unreadable', path);
  } else if (oaStart !== null && year < oaStart && (isRefused || year >= 1000))
    report.add(isRefused ? 'year-refused' : 'year-before-open-access', path, {
      year: String(year),
      start: String(oaStart),
    });
}

function checkYear(value: unknown, now: Date, report: Report): void {
  const path = 'bibjson.year';
  if (!isGiven(value) || value === '') {
    report.add('year-missing', path);
    return;
  }
  checkText(value, path, report);
  if (typeof value !== 'string' && typeof value !== 'number') return;
  const text = asStoredText(value);
  const stored = serviceYear(text, now);
  if (stored !== text) {
    const latest = now.getUTCFullYear() + 1;
    // Only a year of two characters is stored in another way.
    const meant = /\d\d/.test(text)
      ? String(2000 + Number(text) <= latest ? 2000 + Number(text) : 1900 + Number(text))
      : null;
    report.add(
      'year-two-digits',
      path,
      { year: text, stored },
      meant ? setFix('use', path, meant, { value: meant }) : undefined,
    );
  } else if (!/^\d{4}$/.test(text)) {
    const found = new Set(text.match(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g));
    const [meant] = found;
    // A server that compares years may read a later one, such as 12016 for `1_2016`.
    const isRead = meant !== undefined && (pythonInteger(text) ?? Number(meant)) === Number(meant);
    report.add(
      'year-form',
      path,
      { year: shorten(text) },
      isRead && found.size === 1 ? setFix('use', path, meant, { value: meant }) : undefined,
    );
  } else if (Number(text) < 1500 || Number(text) > now.getUTCFullYear() + 1)
    report.add('year-range', path, { year: text });
}

function checkMonth(value: unknown, report: Report): void {
  const path = 'bibjson.month';
  if (!isGiven(value) || value === '') return;
  checkText(value, path, report);
  if (typeof value !== 'string' && typeof value !== 'number') return;
  const text = asStoredText(value);
  if (serviceMonth(text) !== null) return;
  const name = monthNames[(parseMonth(text) ?? 0) - 1];
  report.add(
    'month-unclear',
    path,
    { month: shorten(text) },
    name ? setFix('use', path, name, { value: name }) : undefined,
  );
}

/**
 * Records have no date but year and month; many journals number volumes and issues by year. A year apart is usual: an
 * issue may come out late.
 */
function checkIssueYear(value: unknown, name: 'volume' | 'number', year: unknown, report: Report): void {
  const [given, issue] = [asPage(year), asPage(value)].map((text) => /^(19|20)\d\d(?!\d)/.exec(text)?.[0]);
  if (given === undefined || issue === undefined || Math.abs(Number(given) - Number(issue)) <= 1) return;
  const path = `bibjson.journal.${name}`;
  report.add('issue-other-year', path, { field: fieldLabel(path), issue: asPage(value), year: given });
}

function checkBlock(journal: Members, year: unknown, report: Report): void {
  const path = 'bibjson.journal';
  for (const { member, path: at } of texts) checkText(own(journal, member), at, report);
  for (const name of ['volume', 'number'] as const) checkIssueYear(own(journal, name), name, year, report);
  checkPages(own(journal, 'start_page'), own(journal, 'end_page'), report);
  for (const name of ['title', 'publisher', 'country']) {
    checkDroppedText(own(journal, name), `${path}.${name}`, report, 'ignored-journal');
  }
  checkLanguages(own(journal, 'language'), `${path}.language`, report);
  for (const name of ['issns', 'license']) {
    if (isGiven(own(journal, name)))
      report.add('ignored-journal', `${path}.${name}`, { name }, removeFix(`${path}.${name}`));
  }
  checkMembers(journal, known, path, report);
}

function checkLanguages(value: unknown, path: string, report: Report): void {
  if (!isGiven(value)) return;
  if (!Array.isArray(value)) report.add('not-a-list', path, { field: fieldLabel(path) }, removeFix(path));
  else if (value.includes('<script>')) report.add('script-tag', path, undefined, removeFix(path));
  else if (value.length > 0)
    report.add('ignored-journal', path, { name: labelOrName(path) }, removeFix(path));
}

function checkPages(first: unknown, last: unknown, report: Report): void {
  const start = asPage(first);
  const end = asPage(last);
  const range = end === '' ? /^\s*(\w+)\s*[-\u2010-\u2015]+\s*(\w+)\s*$/.exec(start) : null;
  if (range && /\d/.test(range[1]!) && /\d/.test(range[2]!)) {
    const fix = fixOf(
      'splitPages',
      [
        { path: 'bibjson.journal.start_page', value: range[1]! },
        { path: 'bibjson.journal.end_page', value: range[2]! },
      ],
      { start: range[1], end: range[2] },
    );
    report.add('pages-joined', 'bibjson.journal.start_page', { pages: start }, fix);
  }
  if (/^\d+$/.test(start) && /^\d+$/.test(end) && Number(end) < Number(start)) {
    report.add('pages-order', 'bibjson.journal.end_page', { start, end });
  }
}

function asPage(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Search responses have the pages beside the journal block; if they are sent from there, they are lost. */
function checkStray(
  value: unknown,
  path: string,
  right: { member: string; path: string },
  journal: unknown,
  report: Report,
): void {
  if (!isGiven(value)) return;
  const isFree = !isGiven(journal) || (isObject(journal) && isEmpty(own(journal, right.member)));
  const isPage = typeof value === 'string' || typeof value === 'number';
  const fix = isFree && isPage ? fixOf('movePage', [{ path: right.path, value }, { path }]) : removeFix(path);
  report.add('ignored-page', path, undefined, fix);
}
