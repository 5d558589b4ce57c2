import { type Dialect, newId } from '../articles/articleService.ts';
import type { DirectoryStore } from '../directoryStore.ts';
import type { Profile } from '../profile.ts';
import { directoryDate } from '../python/pythonDates.ts';
import { type PyValue, pyRepr, pyStrip } from '../python/pythonValue.ts';
import type { ApplicationRecord, JournalRecord } from '../records.ts';
import { Crash, Refusal } from '../refusals.ts';
import type { Account, Lock } from '../world.ts';
import { type FormData, formDataOf } from './formData.ts';
import { formErrors } from './formRules.ts';
import {
  checkDateApplied,
  type IncomingApplication,
  readIncomingApplication,
  ScriptInApplication,
} from './incomingApplication.ts';
import { checkTextSizes, storedBibjson } from './storedApplication.ts';

export interface ApplicationWriting {
  store: DirectoryStore;
  account: Account;
  dialect: Dialect;
  now: () => Date;
  /** True if automatic checks delay what is saved. */
  areChecksOn: boolean;
  resaveDelayMs: number;
  profile: Profile;
}

/** The changes made by a write: one application, and for an Update Request the journal that refers to it. */
export interface ApplicationChange {
  application: ApplicationRecord;
  journal?: JournalRecord;
}

/** The result of POST (reference/directory-api.md 5.5 and 5.7); throws a Refusal or Crash. */
export function createApplication(sent: PyValue, writing: ApplicationWriting): ApplicationChange {
  const incoming = readIncomingApplication(sent, writing.dialect);
  checkDateApplied(incoming);
  if (incoming.currentJournal !== undefined) return updateRequest(incoming, writing, 'create');
  return { application: newApplication(incoming, writing) };
}

/** The result of PUT, not always under the given id (reference/directory-api.md 5.7); throws a Refusal or Crash. */
export function updateApplication(id: string, sent: PyValue, writing: ApplicationWriting): ApplicationChange {
  const incoming = readForUpdate(sent, writing.dialect);
  const stored = writing.store.applications.get(id);
  if (!stored) throw new Refusal(404);
  checkDateApplied(incoming);
  const { current_journal } = stored.admin;
  if (incoming.currentJournal !== undefined) {
    if (incoming.currentJournal !== current_journal) {
      throw new Refusal(
        400,
        `current_journal cannot be changed once set.  current_journal is ${current_journal ?? 'None'}; ` +
          `this request tried to change it to ${incoming.currentJournal}`,
      );
    }
    return updateRequest(incoming, writing, 'update');
  }
  checkMayEdit(stored, writing, MESSAGES.notEditable);
  const application = newApplication(incoming, writing);
  // Only a waiting application is replaced and keeps its id; otherwise the addressed record is not changed.
  const keepsId = stored.admin.application_status === 'pending' && stored.admin.owner === writing.account.id;
  return { application: keepsId ? keptIdentity(application, stored) : application };
}

/** The application as its owner or an administrator may read it, else 404. */
export function readableApplication(id: string, store: DirectoryStore, account: Account): ApplicationRecord {
  const record = store.applications.get(id);
  if (!record || !(isAdministrator(account) || record.admin.owner === account.id)) throw new Refusal(404);
  return record;
}

/**
 * The application that DELETE would remove: 404, 403, and with `locks` the crash of a locked record
 * (reference/directory-api.md 5.7).
 */
export function deletableApplication(
  id: string,
  writing: ApplicationWriting,
  { locks }: { locks: boolean },
): ApplicationRecord {
  const record = writing.store.applications.get(id);
  if (!record) throw new Refusal(404);
  checkMayEdit(record, writing, '');
  if (locks) {
    checkLock('application', id, writing);
    if (record.admin.current_journal !== undefined) {
      checkLock('journal', record.admin.current_journal, writing);
    }
  }
  return record;
}

/** The ten-second rule: refuses a second save for the same journal within that time (reference/directory-api.md 5.7 and 2.3). */
export function checkNotTooSoon(
  change: ApplicationChange,
  { store, now, resaveDelayMs }: ApplicationWriting,
): void {
  const journal = change.application.admin.current_journal;
  const before = journal === undefined ? undefined : store.updateRequestSaves.get(journal);
  if (before !== undefined && now().getTime() - before < resaveDelayMs)
    throw new Refusal(400, MESSAGES.tooSoon);
}

const MESSAGES = {
  notEditable: 'The application can no longer be edited via the API',
  requestNotEditable: 'The application is no longer in a state in which it can be edited via the API',
  tooSoon:
    'You have submitted an Update Request for the same journal in a short period of time. ' +
    'Please wait a few seconds before you submit it again.',
};

/** PUT does not expect a script tag and crashes on it. */
function readForUpdate(sent: PyValue, dialect: Dialect): IncomingApplication {
  try {
    return readIncomingApplication(sent, dialect);
  } catch (error) {
    throw error instanceof ScriptInApplication ? new Crash(error.message) : error;
  }
}

function newApplication(incoming: IncomingApplication, writing: ApplicationWriting): ApplicationRecord {
  const form = formDataOf(incoming.bibjson, writing.profile);
  checkForm(form, writing, false);
  const at = directoryDate(writing.now());
  const bibjson = { ...storedBibjson(form), subject: [], replaces: [], is_replaced_by: [] };
  checkTextSizes(bibjson);
  return {
    id: newId(),
    created_date: at,
    last_updated: at,
    last_manual_update: at,
    admin: {
      application_type: 'new_application',
      application_status: statusOf('pending', writing),
      date_applied: at,
      owner: writing.account.id,
      notes: [],
      ...(incoming.contact ? { contact: incoming.contact } : {}),
    },
    bibjson,
  };
}

/** The order is journal, permission, status, lock, form (addenda 5.7). */
function updateRequest(
  incoming: IncomingApplication,
  writing: ApplicationWriting,
  operation: 'create' | 'update',
): ApplicationChange {
  const { store } = writing;
  const journal = store.journal(incoming.currentJournal!);
  if (!journal?.admin.in_doaj) throw new Refusal(404, operation === 'create' ? '(None, None)' : '');
  const open = store.applications.latestFor(journal.id);
  checkMayRequest(journal, open, writing, operation);
  if (open) checkLock('application', open.id, writing);
  checkLock('journal', journal.id, writing);
  const base = open ?? journal;
  const form = withBaseValues(formDataOf(incoming.bibjson, writing.profile), base);
  checkForm(form, writing, true);
  const application = requestRecord(form, journal, open, writing);
  checkTextSizes(application.bibjson);
  return {
    application,
    journal: { ...journal, admin: { ...journal.admin, current_application: application.id } },
  };
}

function checkMayRequest(
  journal: JournalRecord,
  open: ApplicationRecord | undefined,
  writing: ApplicationWriting,
  operation: 'create' | 'update',
): void {
  const { account, dialect } = writing;
  const owner = (open ?? journal).admin.owner;
  if (!mayEditAs(account, owner)) {
    const what = open ? 'edit the current update request on' : 'create an update request on';
    const text = pyRepr(`Account ${account.id} is not permitted to ${what} journal ${journal.id}`);
    throw new Refusal(404, operation === 'create' ? `(None, ${text})` : '');
  }
  if (open && !isAdministrator(account) && !isEditable(open, dialect)) {
    throw new Refusal(403, MESSAGES.requestNotEditable);
  }
}

/** Values that a publisher cannot change come from the journal, or from the open request (addenda 5.7). */
function withBaseValues(form: FormData, { bibjson }: Pick<JournalRecord, 'bibjson'>): FormData {
  return {
    ...form,
    title: pyStrip(bibjson.title ?? ''),
    alternativeTitle: pyStrip(bibjson.alternative_title ?? ''),
    pissn: bibjson.pissn ?? '',
    eissn: bibjson.eissn ?? '',
  };
}

function requestRecord(
  form: FormData,
  journal: JournalRecord,
  open: ApplicationRecord | undefined,
  writing: ApplicationWriting,
): ApplicationRecord {
  const at = directoryDate(writing.now());
  const base = open ?? journal;
  const { subject, labels, replaces, is_replaced_by, discontinued_date } = base.bibjson;
  const { contact, notes, owner } = base.admin;
  return {
    id: open?.id ?? newId(),
    created_date: open?.created_date ?? at,
    last_updated: at,
    last_manual_update: at,
    admin: {
      application_type: 'update_request',
      application_status: statusOf('update_request', writing),
      current_journal: journal.id,
      date_applied: open?.admin.date_applied ?? at,
      ...(owner === undefined ? {} : { owner }),
      notes: notes ?? [],
      editor_group: open?.admin.editor_group ?? null,
      editor: open?.admin.editor ?? null,
      ...(contact ? { contact } : {}),
    },
    bibjson: {
      ...storedBibjson(form),
      subject: subject ?? [],
      replaces: replaces ?? [],
      is_replaced_by: is_replaced_by ?? [],
      ...(labels ? { labels } : {}),
      ...(discontinued_date ? { discontinued_date } : {}),
    },
  };
}

function statusOf(status: string, { areChecksOn, dialect, profile }: ApplicationWriting): string {
  if (profile.newWorkflow && status === 'pending') return 'new_workflow';
  // As documented, there are no checks between creation and the administrator.
  return areChecksOn && dialect === '4.0' ? 'post_submission_review' : status;
}

function checkForm(form: FormData, { store, now, profile }: ApplicationWriting, isUpdate: boolean): void {
  const errors = formErrors(form, {
    isUpdate,
    refusesBlind: profile.reviewProcess,
    year: now().getUTCFullYear(),
    isIssnTaken: (issn) => store.journalsByIssn(issn).some(({ admin }) => admin.in_doaj),
    isHomepageTaken: (address) =>
      address !== '' &&
      store.journals.some(({ admin, bibjson }) => admin.in_doaj && bibjson.ref?.journal === address),
  });
  if (errors !== undefined) throw new Refusal(400, errors);
}

function checkMayEdit(
  record: ApplicationRecord,
  { account, dialect }: ApplicationWriting,
  text: string,
): void {
  if (!mayEditAs(account, record.admin.owner)) throw new Refusal(404);
  if (!isAdministrator(account) && !isEditable(record, dialect)) throw new Refusal(403, text);
}

/** Accounts that may edit at all: administrators, and owners with the publisher role. */
function mayEditAs(account: Account, owner: string | undefined): boolean {
  return isAdministrator(account) || (account.roles.includes('publisher') && account.id === owner);
}

function isEditable({ admin }: ApplicationRecord, dialect: Dialect): boolean {
  const statuses = ['pending', 'update_request', 'revisions_required'];
  // As documented, only being picked up by an administrator prevents editing.
  if (dialect === '3.0.1') statuses.push('post_submission_review');
  return statuses.includes(admin.application_status ?? '');
}

/** Another user's lock was meant to be refused with 409; the service crashes instead (reference/directory-api.md 2.2). */
function checkLock(type: Lock['type'], about: string, { store, account }: ApplicationWriting): void {
  const isLocked = store.locks.some(
    (lock) => lock.type === type && lock.about === about && lock.username !== account.id,
  );
  if (isLocked) throw new Crash(`${type} ${about} is locked`);
}

function isAdministrator(account: Account): boolean {
  return account.roles.includes('admin');
}

/** Keeps the id, the creation date, and a contact that this version cannot send. */
function keptIdentity(application: ApplicationRecord, { id, created_date, admin }: ApplicationRecord) {
  const { contact } = admin;
  return {
    ...application,
    id,
    ...(created_date === undefined ? {} : { created_date }),
    admin: contact ? { contact, ...application.admin } : application.admin,
  };
}
