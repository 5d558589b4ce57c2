import { languages } from './languages.ts';

// Values that the page offers and schemas accept. They are separate from the schemas because the page does not load
// zod: zod tests whether it may compile code from text, which the page's content security policy forbids.

/** The two dialects of the directory API (reference/dialects.md). */
export const dialects = ['3.0.1', '4.0'] as const;

/** The directory's published limits: average requests a second, and burst size (reference/directory-api.md 10). */
export const directoryLimit = { perSecond: 2, burst: 5 } as const;

/** The reason why a selected draft is left out of an upload. */
export const heldBackReasons = [
  'errors', // our rules predict that the directory would refuse it
  'no-identifier', // neither DOI nor full-text address, so it could not be recognised later
  'in-queue', // already part of another upload
  'duplicate-in-selection', // shares a DOI or full-text address with an earlier one
  'would-be-refused', // stored at the directory with another DOI or address (dialect 4.0)
  'identity-changed', // the directory has it with other keys alone, and would store a second article
  'two-records', // its DOI and its address belong to two articles at the directory
  'not-approved', // an office sends only what a colleague approved
  'hard-to-find', // the directory would accept it, but readers could hardly find it (`isHardToFind`)
  'deleted-there', // it was deleted from the directory; sending would create it again
  'unreadable', // its record in the data file cannot be read
  'changed-since-plan', // not what was confirmed: it, or what the directory would do with it, has changed since
] as const;

/** A check that was not made before sending: the account's key, or the ISSNs against the account's journals. */
export const uncheckedThings = ['key', 'journals'] as const;

/** The backups kept in addition to the one made before the last migration: the newest, within both limits. */
export const backupLimits = { count: 10, bytes: 5_000_000_000, atLeast: 2 } as const;

export const searchKinds = ['journal', 'article', 'application'] as const;

export const settingChoices = {
  theme: ['system', 'light', 'dark', 'high-contrast'],
  density: ['compact', 'comfortable'],
  language: ['system', ...languages],
  looksForMissing: ['never', 'weekly', 'monthly'],
  checksLinks: ['never', 'monthly', 'quarterly'],
} as const;

/** The sandbox's name as a source of answers about compliance, because its address differs at every start. */
export const sandboxSource = 'sandbox';

/** The name given to the sandbox account when it is created. */
export const sandboxName = 'Sandbox';
