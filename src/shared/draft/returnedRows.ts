/** Which rows of an imported table are returned: those with errors, with errors or warnings, or all. */
export const returnedRows = ['errors', 'problems', 'all'] as const;

export type ReturnedRows = (typeof returnedRows)[number];
