/** Bulk changes that can be taken back. */
export const undoCalls = {} as const;
