import type { SystemPath } from '../application/acceptedFields.ts';
import type { ApplicationPath } from '../application/applicationFields.ts';
import { stripText } from '../text/pythonText.ts';

/** How the directory reads the cells of a column (reference/journal-update-file.md 3). */
type CellKind =
  | 'locked'
  | 'text'
  | 'address'
  | 'year'
  | 'weeks'
  | 'yesNo'
  | 'yes'
  | 'keywords'
  | 'languages'
  | 'country'
  | 'licences'
  | 'attributes'
  | 'choices'
  | 'libraries'
  | 'fees'
  | 'ignored';

export interface JournalColumn {
  /** Exactly as in the first row of the file. */
  header: string;
  kind: CellKind;
  /** The path of its value in a record. */
  path: ApplicationPath | SystemPath;
}

function column(header: string, kind: CellKind, path: JournalColumn['path']): JournalColumn {
  return { header, kind, path };
}

export const printIssnHeader = 'Journal ISSN (print version)';
export const onlineIssnHeader = 'Journal EISSN (online version)';

/** The columns of a Journal Update File in the order in which the directory writes them. */
export const journalColumns: readonly JournalColumn[] = [
  column('Journal title', 'locked', 'bibjson.title'),
  column('Journal URL', 'address', 'bibjson.ref.journal'),
  column(
    'When did the journal start to publish all content using an open license?',
    'year',
    'bibjson.oa_start',
  ),
  column('Alternative title', 'locked', 'bibjson.alternative_title'),
  column(printIssnHeader, 'locked', 'bibjson.pissn'),
  column(onlineIssnHeader, 'locked', 'bibjson.eissn'),
  column('Keywords', 'keywords', 'bibjson.keywords'),
  column('Languages in which the journal accepts manuscripts', 'languages', 'bibjson.language'),
  column('Publisher', 'text', 'bibjson.publisher.name'),
  column('Country of publisher', 'country', 'bibjson.publisher.country'),
  column('Other organisation', 'text', 'bibjson.institution.name'),
  column('Country of other organisation', 'country', 'bibjson.institution.country'),
  column('Journal license', 'licences', 'bibjson.license'),
  column('License attributes', 'attributes', 'bibjson.license'),
  column('URL for license terms', 'address', 'bibjson.ref.license_terms'),
  column(
    'Machine-readable CC licensing information embedded or displayed in articles',
    'yes',
    'bibjson.article.license_display',
  ),
  column('Author holds copyright without restrictions', 'yesNo', 'bibjson.copyright.author_retains'),
  column('Copyright information URL', 'address', 'bibjson.copyright.url'),
  column('Review process', 'choices', 'bibjson.editorial.review_process'),
  column('Review process information URL', 'address', 'bibjson.editorial.review_url'),
  column('Journal plagiarism screening policy', 'yesNo', 'bibjson.plagiarism.detection'),
  column("URL for journal's aims & scope", 'address', 'bibjson.ref.aims_scope'),
  column('URL for the Editorial Board page', 'address', 'bibjson.editorial.board_url'),
  column("URL for journal's instructions for authors", 'address', 'bibjson.ref.author_instructions'),
  column(
    'Average number of weeks between article submission and publication',
    'weeks',
    'bibjson.publication_time_weeks',
  ),
  column('APC', 'yesNo', 'bibjson.apc.has_apc'),
  column('APC information URL', 'address', 'bibjson.apc.url'),
  column('APC amount', 'fees', 'bibjson.apc.max'),
  column('Journal waiver policy (for developing country authors etc)', 'yesNo', 'bibjson.waiver.has_waiver'),
  column('Waiver policy information URL', 'address', 'bibjson.waiver.url'),
  column('Has other fees', 'yesNo', 'bibjson.other_charges.has_other_charges'),
  column('Other fees information URL', 'address', 'bibjson.other_charges.url'),
  column('Preservation Services', 'choices', 'bibjson.preservation.service'),
  column('Preservation Service: national library', 'libraries', 'bibjson.preservation.national_library'),
  column('Preservation information URL', 'address', 'bibjson.preservation.url'),
  column('Deposit policy directory', 'choices', 'bibjson.deposit_policy.service'),
  column('URL for deposit policy', 'address', 'bibjson.deposit_policy.url'),
  column('Persistent article identifiers', 'choices', 'bibjson.pid_scheme.scheme'),
  column("Does the journal comply to DOAJ's definition of open access?", 'yes', 'bibjson.boai'),
  column('Continues', 'ignored', 'bibjson.replaces'),
  column('Continued By', 'ignored', 'bibjson.is_replaced_by'),
  column('LCC Codes', 'ignored', 'bibjson.subject'),
  column('Subscribe to Open', 'ignored', 'bibjson.labels'),
  column('Mirror Journal', 'ignored', 'bibjson.labels'),
  column('Open Journals Collective', 'ignored', 'bibjson.labels'),
];

const byHeader = new Map(journalColumns.map((one) => [one.header, one]));
const byLowerCase = new Map(journalColumns.map((one) => [one.header.toLowerCase(), one]));

/** The column with this header, in any case; null if there is none. */
export function columnOf(header: string): JournalColumn | null {
  return byHeader.get(header) ?? byLowerCase.get(header.toLowerCase()) ?? null;
}

/** The header that a header in another case, with blanks around it or with curly apostrophes stands for; null if none. */
export function meantHeader(header: string): string | null {
  return columnOf(stripText(header).replace(/[\u2018\u2019]/g, "'"))?.header ?? null;
}

/** The letter of a spreadsheet column; `position` counts from 0. */
export function columnLetter(position: number): string {
  const last = String.fromCharCode(65 + (position % 26));
  return position < 26 ? last : columnLetter(Math.floor(position / 26) - 1) + last;
}
