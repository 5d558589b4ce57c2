/**  made, looked into, restored. */
export const backupCalls = {} as const;
