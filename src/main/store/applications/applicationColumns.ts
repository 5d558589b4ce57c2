import {
  applicationHash,
  applicationSummary,
  applicationToWire,
  isUpdateRequest,
  toFlat,
} from '../../../shared/application/application.ts';
import type { ApplicationKind } from '../../../shared/application/applicationDraft.ts';
import { checkApplication } from '../../../shared/application/applicationRules.ts';
import type { ApplicationContext } from '../../../shared/application/rules/applicationContext.ts';
import { changesOf } from '../../../shared/application/updateRequest.ts';
import { readiness } from '../../../shared/article/articleRules.ts';
import { countFindings } from '../../../shared/countFindings.ts';
import type { DraftRecord, Readiness } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { foldText } from '../../../shared/text/foldText.ts';
import type { ColumnsWith, Member } from '../columns.ts';
import type { applicationTable } from './applicationTable.ts';

/** Columns of `applications` derived from the record, its journal, and the account's journals. */
interface ApplicationColumns
  extends Record<Member<ColumnsWith<typeof applicationTable, 'isDerived'>>, unknown> {
  kind: ApplicationKind;
  journalId: string | null;
  title: string;
  pissn: string;
  eissn: string;
  /** In lower case, for the filter of the list. */
  searchText: string;
  readiness: Readiness;
  errors: number;
  warnings: number;
  ignored: number;
  changes: number;
  hash: string;
}

export interface DerivedApplication {
  record: DraftRecord;
  columns: ApplicationColumns;
  findings: Finding[];
}

/** The row's columns from the record; the journal `base` gives an Update Request its title and ISSNs. */
export function applicationColumns(
  record: DraftRecord,
  base: DraftRecord | null,
  context: ApplicationContext,
): DerivedApplication {
  const own = applicationSummary(record);
  const isUpdate = isUpdateRequest(record);
  const journal = isUpdate && base !== null ? applicationSummary(toFlat(base)) : null;
  const findings = checkApplication(record, context);
  const title = journal?.title || own.title;
  const { pissn, eissn } = journal ?? own;
  return {
    record,
    columns: {
      kind: isUpdate ? 'update' : 'new',
      journalId: isUpdate ? own.journalId : null,
      title,
      pissn,
      eissn,
      searchText: foldText([title, own.title, pissn, eissn].join(' ')),
      readiness: readiness(findings),
      errors: countFindings(findings, 'error'),
      warnings: countFindings(findings, 'warning'),
      ignored: countFindings(findings, 'ignored'),
      changes: isUpdate && base !== null ? changesOf(base, record, context).length : 0,
      hash: applicationHash(applicationToWire(record, context.dialect)),
    },
    findings,
  };
}
