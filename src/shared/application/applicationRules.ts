import type { Dialect } from '../directory/account.ts';
import { dialects } from '../directory/dialects.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { fieldLabel } from '../draft/fieldLabel.ts';
import type { Finding } from '../finding.ts';
import { isObject } from '../json.ts';
import { activePack } from '../rulePack/rulePack.ts';
import { removedKeyPaths } from '../text/removedKey.ts';
import { asSent, isUpdateRequest } from './application.ts';
import { formFields, journalFields } from './applicationFields.ts';
import type { ApplicationContext, ApplicationServer } from './rules/applicationContext.ts';
import { ApplicationReport } from './rules/applicationReport.ts';
import { checkAbout, checkNumber } from './rules/checkAbout.ts';
import { checkCharges } from './rules/checkCharges.ts';
import { checkIdentifierList, checkIssns } from './rules/checkIssns.ts';
import {
  checkCleared,
  checkContact,
  checkEnvelope,
  checkIgnored,
  checkNamedJournal,
  checkSystemFields,
} from './rules/checkJournal.ts';
import { checkLicence } from './rules/checkLicence.ts';
import { checkPeople } from './rules/checkPeople.ts';
import { checkEditorial, checkPractice } from './rules/checkPractice.ts';
import { checkDateApplied, checkStructure } from './rules/checkStructure.ts';
import { checkTitles } from './rules/checkTitle.ts';
import { fieldTree } from './rules/fieldTree.ts';

/**
 * Findings by the directory's rules (reference/directory-api.md 2.4, 5.1 to 5.5 and 5.7, addenda). Without an `error`
 * the directory accepts the record, as far as the journals are known.
 */
export function checkApplication(record: DraftRecord, context: ApplicationContext): Finding[] {
  return validate(record, context).findings();
}

/** The values that the directory would store for the paths of the form if it accepted the draft; unchanged if unknown. */
export function storedBy(
  record: DraftRecord,
  { dialect, profile }: ApplicationServer,
): (path: string) => DraftRecord[string] | undefined {
  const report = validate(record, { dialect, profile, now: new Date(0), journals: null });
  const stored = report.storedValues();
  const dropped = new Set(
    report
      .findings()
      .filter(({ code }) => code === 'ignored-by-answer')
      .map(({ path }) => path),
  );
  return (path) => {
    if (dropped.has(path)) return undefined;
    return stored.has(path) ? stored.get(path) : report.at(path);
  };
}

function validate(record: DraftRecord, context: ApplicationContext): ApplicationReport {
  const isPayload = context.isPayload ?? false;
  const checked = isPayload || !isObject(record) ? record : asSent(record, context.dialect);
  const report = new ApplicationReport(checked, isPayload);
  if (!isObject(record)) {
    report.add('application-not-object', '');
    return report;
  }
  checkStructure(
    checked,
    fieldTree(context.dialect, isUpdateRequest(checked)),
    report,
    (path) => !isPayload || isOptional(path, report, context.dialect),
  );
  for (const path of removedKeyPaths(record)) report.add('key-removed', path);
  checkDateApplied(checked, report);
  const isUpdate = isUpdateRequest(checked);
  const { dialect, journal } = context;
  if (isUpdate) checkNamedJournal(report, context);
  else if (dialects[dialect].contact === 'required') checkContact(report);
  if (isObject(checked.bibjson)) checkForm(report, isUpdate, context);
  if (isUpdate) {
    checkIgnored(report, record, journal, dialect);
    checkCleared(report, journal);
  } else checkSystemFields(report, record);
  checkEnvelope(report);
  checkLengths(report, isUpdate);
  report.addReplaced();
  return report;
}

function checkForm(report: ApplicationReport, isUpdate: boolean, context: ApplicationContext): void {
  const parts = { isUpdate, journals: context.journals, now: context.now };
  checkIdentifierList(report);
  checkIssns(report, parts);
  if (!isUpdate) checkTitles(report);
  checkAbout(report, parts);
  const reviews = (context.profile ?? activePack().profile).reviews;
  checkPeople(report, reviews);
  checkLicence(report);
  checkEditorial(report, reviews);
  checkNumber('bibjson.publication_time_weeks', [1, 100], report);
  checkCharges(report);
  checkPractice(report, reviews);
}

/** If the ISSNs are in a list, their two flat members are not required. */
function isOptional(path: string, report: ApplicationReport, dialect: Dialect): boolean {
  if (path !== 'bibjson.pissn' && path !== 'bibjson.eissn') return false;
  return (
    dialects[dialect].journalIssns === 'identifier-list' && report.at('bibjson.identifier') !== undefined
  );
}

/** The directory's index accepts no text of more than 32,766 bytes. */
function checkLengths(report: ApplicationReport, isUpdate: boolean): void {
  const kept: readonly string[] = isUpdate ? journalFields : [];
  const encoder = new TextEncoder();
  const check = (path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const [index, entry] of value.entries()) check(`${path}[${index}]`, entry);
    else if (typeof value === 'string' && value.length > 10_000 && encoder.encode(value).length > 32_766)
      report.add('text-too-long', path, { field: fieldLabel(path) });
  };
  for (const path of formFields) if (!kept.includes(path)) check(path, report.at(path));
}
