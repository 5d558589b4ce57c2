/** Completeness of a draft by the directory's rules. */
export const readinesses = ['incomplete', 'warnings', 'ready'] as const;

/** What lists, filters and counts show. `undecided`: complete, but a plan for all drafts would leave it out. */
export const listReadinesses = ['incomplete', 'undecided', 'warnings', 'ready'] as const;

/**
 * Why a complete draft is not sent before a person decides: its article was deleted from the directory; another draft has
 * the same DOI or full-text address; only one of the two has changed since it was sent, which the directory refuses; none
 * of them is one it was sent with, so that the directory would store a second article; no colleague has approved it.
 */
export const undecidedReasons = [
  'deleted-there',
  'same-article',
  'would-be-refused',
  'identity-changed',
  'not-approved',
] as const;

/** State of a draft at the directory. `changed`: edited since it was sent. */
export const syncs = ['never', 'queued', 'sent', 'changed', 'refused', 'failed'] as const;

/** The review status of a draft in an office: null while it is being written; to be reviewed; approved. */
export const reviews = ['review', 'approved'] as const;
