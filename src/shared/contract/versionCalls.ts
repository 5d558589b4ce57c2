/** Records of the directory as they were before Colophon changed them there. */
export const versionCalls = {} as const;
