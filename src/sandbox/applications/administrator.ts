import { newId } from '../articles/articleService.ts';
import { directoryDate } from '../python/pythonDates.ts';
import type { ApplicationRecord, JournalRecord } from '../records.ts';

const STATUSES: string[] = [
  'pending',
  'new_workflow',
  'update_request',
  'revisions_required',
  'post_submission_review',
  'in progress',
  'completed',
  'on hold',
  'ready',
  'accepted',
  'rejected',
];

/**
 * Sets a status as an administrator (reference/directory-api.md 5.7): accepted values go to the journal, or create
 * one; a closed request releases its journal. Throws a description of why it is impossible.
 */
export function setStatus({
  application,
  journal,
  status,
  note,
  isFullReview,
  at,
}: {
  application: ApplicationRecord;
  /** The journal of an open Update Request. */
  journal: JournalRecord | undefined;
  status: unknown;
  note?: unknown;
  /** An accepted request loses the date of the last full review unless staff tick that this was one. */
  isFullReview?: boolean;
  at: Date;
}): { application: ApplicationRecord; journal: JournalRecord | undefined } {
  if (typeof status !== 'string' || !STATUSES.includes(status)) {
    throw new Error(`A status is one of ${STATUSES.join(', ')}.`);
  }
  const date = directoryDate(at);
  const notes = [...(application.admin.notes ?? []), ...noteOf(note, date)];
  const changed: ApplicationRecord = {
    ...application,
    last_updated: date,
    last_manual_update: date,
    admin: { ...application.admin, application_status: status, notes },
  };
  if (status === 'accepted') {
    const accepted = journal
      ? changedJournal(journal, changed, date, isFullReview === true)
      : newJournal(changed, date);
    return { application: closed(changed, accepted), journal: accepted };
  }
  if (status !== 'rejected') return { application: changed, journal: undefined };
  const left =
    journal && releasedJournal(journal, changed, { application_id: changed.id, status: 'rejected' });
  return { application: closed(changed, left), journal: left };
}

function noteOf(note: unknown, date: string) {
  return typeof note === 'string' ? [{ id: newId(), note, date, author_id: 'administrator' }] : [];
}

/** A closed application has its journal as the related one, not as the current one. */
function closed(application: ApplicationRecord, journal: JournalRecord | undefined): ApplicationRecord {
  const { current_journal: _, ...admin } = application.admin;
  return { ...application, admin: { ...admin, ...(journal ? { related_journal: journal.id } : {}) } };
}

type Related = NonNullable<JournalRecord['admin']['related_applications']>[number];

function releasedJournal(
  journal: JournalRecord,
  application: ApplicationRecord,
  related: Related,
): JournalRecord {
  const { current_application, ...admin } = journal.admin;
  const isCurrent = current_application === application.id;
  return {
    ...journal,
    admin: {
      ...admin,
      ...(current_application === undefined || isCurrent ? {} : { current_application }),
      related_applications: [...(admin.related_applications ?? []), related],
    },
  };
}

function changedJournal(
  journal: JournalRecord,
  application: ApplicationRecord,
  date: string,
  isFullReview: boolean,
): JournalRecord {
  const released = releasedJournal(journal, application, {
    application_id: application.id,
    date_accepted: date,
  });
  const { last_full_review: _, ...admin } = released.admin;
  return {
    ...released,
    last_updated: date,
    last_manual_update: date,
    admin: { ...admin, ...(isFullReview ? { last_full_review: date.slice(0, 10) } : {}) },
    bibjson: structuredClone(application.bibjson),
  };
}

function newJournal(application: ApplicationRecord, date: string): JournalRecord {
  const { owner, contact, notes } = application.admin;
  return {
    id: newId(),
    created_date: date,
    last_updated: date,
    last_manual_update: date,
    admin: {
      in_doaj: true,
      ticked: true,
      ...(owner === undefined ? {} : { owner }),
      ...(contact ? { contact } : {}),
      notes: notes ?? [],
      related_applications: [{ application_id: application.id, date_accepted: date }],
    },
    bibjson: structuredClone(application.bibjson),
  };
}
