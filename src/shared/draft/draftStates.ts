/** How far a draft is from what the directory takes. */
export const readinesses = ['incomplete', 'warnings', 'ready'] as const;

/** What the directory has of a draft. `changed`: edited since it was sent. */
export const syncs = ['never', 'queued', 'sent', 'changed', 'refused', 'failed'] as const;
