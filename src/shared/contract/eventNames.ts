import type { EventName } from './contract.ts';

const all: Record<EventName, true> = {
  'accounts.changed': true,
  'settings.changed': true,
  'update.changed': true,
  'connection.changed': true,
  'limiter.changed': true,
  'journals.changed': true,
  'drafts.changed': true,
  'drafts.editing': true,
  'exports.progress': true,
  'deletions.changed': true,
  'applications.changed': true,
  'application.status': true,
  'office.changed': true,
  'office.merged': true,
  'funders.changed': true,
  'undo.changed': true,
  'fixing.changed': true,
  'matrix.changed': true,
  'lists.changed': true,
  'searches.changed': true,
  'comparisons.changed': true,
  'import.changed': true,
  'mappings.changed': true,
  'upload.changed': true,
  'uploads.planning': true,
  'harvest.changed': true,
  'links.changed': true,
  'overview.counting': true,
  'backups.changed': true,
  'storage.changed': true,
  'storage.restored': true,
  'menu.command': true,
};

/** The name of every event, for windows that do not need the schemas. */
export const eventNames = Object.keys(all);
