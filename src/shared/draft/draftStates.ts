/** Completeness of a draft by the directory's rules. */
export const readinesses = ['incomplete', 'warnings', 'ready'] as const;

/**
 * Completeness as lists, filters and counts show it: a draft that the directory refused and nobody has changed is not
 * ready, whatever our rules say.
 */
export function readinessOf({ readiness, sync }: { readiness: Readiness; sync: string }): Readiness {
  return sync === 'refused' ? 'incomplete' : readiness;
}

type Readiness = (typeof readinesses)[number];

/** State of a draft at the directory. `changed`: edited since it was sent. */
export const syncs = ['never', 'queued', 'sent', 'changed', 'refused', 'failed'] as const;

/** The review status of a draft in an office: null while it is being written; to be reviewed; approved. */
export const reviews = ['review', 'approved'] as const;
