import { checkApplication } from '../application/applicationRules.ts';
import type { ApplicationFindingCode } from '../application/rules/codes.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt } from '../draft/fieldPath.ts';
import type { Finding } from '../finding.ts';
import { asText } from '../json.ts';
import { isList, type MessageParam } from '../message.ts';
import { activePack } from '../rulePack/rulePack.ts';
import type { Reviews } from './choices.ts';
import type { JournalColumn } from './journalColumns.ts';

export interface FormRefusal {
  /** The directory's own words, without HTML. */
  words: string;
  /** The rule behind the first of them. */
  code: ApplicationFindingCode;
}

/** The messages of the directory's form on each column of a changed record, in its own words (reference/directory-api.md 5.4). */
export function formRefusals(
  record: DraftRecord,
  {
    journal,
    now,
    reviews,
    columns,
  }: { journal: DraftRecord; now: Date; reviews: Reviews; columns: readonly JournalColumn[] },
): Map<JournalColumn, FormRefusal> {
  const findings = checkApplication(record, {
    ...{ dialect: '3.0.1', now, journals: null, journal },
    profile: { ...activePack().profile, reviews },
  });
  const refusals = new Map<JournalColumn, FormRefusal>();
  for (const column of columns) {
    // The form reports this only for a cell, since its own choices cannot be wrong.
    if (column.kind === 'attributes' || column.kind === 'fees') continue;
    const said = findings
      .filter(({ path }) => isAt(path, column.path))
      .flatMap((finding) => refusalOf(finding, record));
    const first = said.filter(({ code }, index) => said.findIndex((one) => one.code === code) === index);
    const words = first.map((one) => one.words).join('. ');
    if (said.length > 0) refusals.set(column, { words, code: said[0]!.code });
  }
  return refusals;
}

function isAt(path: string, columnPath: string): boolean {
  return path === columnPath || path.startsWith(`${columnPath}[`);
}

function refusalOf(finding: Finding, record: DraftRecord): FormRefusal[] {
  const code = finding.code as ApplicationFindingCode;
  const words = wordsOf(code, finding, record);
  return words === null ? [] : [{ code, words }];
}

function wordsOf(code: ApplicationFindingCode, finding: Finding, record: DraftRecord): string | null {
  const { path } = finding;
  const param = (name: string) => plain(finding.message.params?.[name]);
  switch (code) {
    case 'answer-missing':
    case 'answer-not-yes':
    case 'number-unreadable':
      return missing[path] ?? 'Select Yes or No';
    case 'display-missing':
      return 'Select Yes or No';
    case 'number-range':
      // The form treats zero as no answer.
      if (path === 'bibjson.oa_start' && getAt(record, path) === 0) return missing[path]!;
      return `Number must be between ${param('low')} and ${param('high')}.`;
    case 'address-form':
      return 'Please enter a valid URL. It should start with http or https';
    case 'journal-keywords-missing':
      return 'Enter at least one subject keyword in English';
    case 'journal-keywords-many':
      return 'You can only enter up to 6 keywords.';
    case 'keyword-stop':
      return `You may not enter '${param('keyword')}' in this field`;
    case 'language-missing':
      return 'Enter at least one language';
    case 'language-unknown':
    case 'country-unknown':
      return 'Not a valid choice';
    case 'names-equal':
      return "The Publisher's name and Other organisation's name cannot be the same.";
    case 'licence-unknown':
      return `'${asText(getAt(record, path) ?? 'None')}' is not a valid choice for this field`;
    case 'other-missing':
      return `Enter the name of another ${others[path.replace(/\[\d+\]$/, '')]}`;
    case 'library-missing':
      return 'Enter the name(s) of the national library or libraries where the journal is archived';
    default:
      return null;
  }
}

const missing: Record<string, string> = {
  'bibjson.boai': 'You must answer Yes to continue',
  'bibjson.oa_start': 'Enter the Year (YYYY).',
  'bibjson.publication_time_weeks': 'Number must be between 1 and 100.',
};

const others: Record<string, string> = {
  'bibjson.editorial.review_process': 'type of peer review',
  'bibjson.preservation.service': 'archiving policy',
  'bibjson.deposit_policy.service': 'repository policy',
  'bibjson.pid_scheme.scheme': 'type of identifier',
};

function plain(param: MessageParam): string {
  return param === undefined || param === null || isList(param) || typeof param === 'object'
    ? ''
    : String(param);
}
