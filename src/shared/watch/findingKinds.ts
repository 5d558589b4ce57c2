// What the page offers of the watch: it does not load the schemas.

/** The lists of what the directory did on its own, about articles and about journals, and of articles with broken links. */
export const findingKinds = ['deleted', 'changed', 'withdrawn', 'journal', 'former', 'link'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Those whose subject is a journal; of the others it is an article. */
export const journalFindings: ReadonlySet<FindingKind> = new Set(['withdrawn', 'journal']);

/**
 * What became of a finding: a person left it as it is, had the article sent again as new, gave its draft the id of the
 * surviving duplicate, took the directory's version, or sent ours again; `over`: the directory has it as before.
 */
export const decisions = ['left', 'sentAgain', 'adopted', 'taken', 'resent', 'over'] as const;
export type Decision = (typeof decisions)[number];

/** Those by which people put something right. */
export const puttingRight = [
  'sentAgain',
  'adopted',
  'taken',
  'resent',
] as const satisfies readonly Decision[];

/**
 * What can be done about findings of each kind. `sendAgain`: as a new article; `adopt`: the draft gets the id of the
 * article with the same DOI or address; `take`: the directory's version into the draft; `resend`: our version again;
 * `newIssns`: with the journal's present ISSNs.
 */
export const watchActions = {
  deleted: ['sendAgain', 'adopt'],
  changed: ['take', 'resend'],
  withdrawn: [],
  journal: [],
  former: ['newIssns'],
  link: [],
} as const satisfies Record<FindingKind, readonly string[]>;
export const allWatchActions = ['sendAgain', 'adopt', 'take', 'resend', 'newIssns'] as const;
export type WatchAction = (typeof allWatchActions)[number];

/** `elsewhere`: another computer of the office watches; `noKey`: there is no key to look with; `off`: not in the settings. */
export const watchStates = ['idle', 'looking', 'inventory', 'elsewhere', 'noKey', 'off'] as const;
