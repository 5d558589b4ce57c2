/** A failed check. */
export interface Problem {
  check: Check;
  text: string;
}

export type Check = (typeof checks)[number] | OfficeCheck;

export type OfficeCheck = (typeof officeChecks)[number];

/** Every check of a chaos run; `plantedFaults.test.ts` shows for each that it can fail. */
export const checks = [
  // Acknowledged data
  'record lost',
  'purged record back',
  'record hidden',
  'record in the wrong place',
  'record content',
  'draft without origin',
  'rows of a removed account',
  'setting lost',
  'fixing mode lost',
  'fixing mode elsewhere',
  // Imports
  'import lost',
  'ended import resumed',
  'import accepted by nobody',
  'accepted import hides drafts',
  'accepted import has the wrong number of drafts',
  'accepted import lacks a record',
  'open import shows drafts',
  'import without reason',
  'import not cleaned up',
  // Counts on screen
  'draft count',
  'list length',
  'trash count',
  'readiness count',
  'sync count',
  'journal count',
  'upload size',
  'upload done count',
  'upload state count',
  'application count',
  'application state count',
  'overview figure',
  'list of an overview figure',
  // The directory
  'article under two ids',
  'sent draft without article',
  'sent draft with another id',
  'sent draft with other content',
  'refused draft was stored',
  'done item without article',
  'article of no upload',
  'deleted article still there',
  'deletion without snapshot',
  'sent application missing',
  'sent application with other content',
  'two open applications',
  'two open Update Requests',
  // The rate limit
  'limit at departure',
  'limit at arrival',
  // States
  'item step',
  'upload step',
  'application step',
  'item still sending',
  'application still sending',
  'item without reason',
  'draft without reason',
  'application without reason',
  'done upload with open items',
  'done item without outcome',
  'queued draft without upload',
  'draft in two uploads',
  'waiting item with idle draft',
  // Files
  'damaged file',
  'row without parent',
  'draft not indexed',
  'key in a file',
  'key in an export',
  'unreadable log line',
  'error in the log',
  // Requests
  'redirect followed',
  // The process
  'unexpected end',
  'exit code',
  'standard error',
  'call unanswered',
  'slow start',
  'slow end',
  'start refused',
  'memory',
  // Responses
  'bug reported',
  'work does not finish',
  'account cannot be counted',
  'window out of date',
  'message without words',
  'newer backup restored',
  'command line misbehaves',
  'both of two saves accepted',
  'edit differs from its preview',
  'edit of another number of drafts',
  'fix still offered',
  'wrong step of fixing mode',
  'export of another number of records',
  'export of other records',
  'export cut short',
  'export left behind',
  'undo differs',
  'undone creation remains',
  'redo differs',
  'restore did not happen',
  'restore without consent',
  'second application started',
  'command line on an open folder',
  'second program stopped the first',
] as const;

/** Every check of a run with an office; `office/plantedFaults.test.ts` shows for each that it can fail. */
export const officeChecks = [
  'records differ',
  'change not in the office',
  'save lost in the office',
  'conflict not shown',
  'office queue not empty',
  'record still in flight',
  'key in the office',
  'article sent twice',
  'limit of one computer',
  'limit of all computers',
  'stale fencing token',
  'request without a lease',
] as const;
