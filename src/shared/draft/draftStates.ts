/** Completeness of a draft by the directory's rules. */
export const readinesses = ['incomplete', 'warnings', 'ready'] as const;

/** State of a draft at the directory. `changed`: edited since it was sent. */
export const syncs = ['never', 'queued', 'sent', 'changed', 'refused', 'failed'] as const;

/** The review status of a draft in an office: null while it is being written; to be reviewed; approved. */
export const reviews = ['review', 'approved'] as const;
