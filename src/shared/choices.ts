// What the page offers and the schemas accept; apart from the schemas, which the page does without: zod makes code of text
// to find out whether it may, and the page's policy does not let it.

/** The two dialects of the directory API (reference/dialects.md). */
export const dialects = ['3.0.1', '4.0'] as const;

/** The directory's published limit, requests a second on average and requests at once (spec, "Limits"). */
export const directoryLimit = { perSecond: 2, burst: 5 } as const;

/** Why a draft is not part of an upload although it was selected. */
export const heldBackReasons = [
  'errors', // our rules say the directory would refuse it
  'no-identifier', // neither DOI nor full-text address: it could not be told apart
  'in-queue', // another upload has it
  'duplicate-in-selection', // shares a DOI or full-text address with an earlier one
  'would-be-refused', // the directory has it with another DOI or address (dialect 4.0)
] as const;

/** What the directory is searched for. */
export const searchKinds = ['journal', 'article', 'application'] as const;

/** What is offered of each setting that is a choice. */
export const settingChoices = {
  theme: ['system', 'light', 'dark', 'high-contrast'],
  density: ['compact', 'comfortable'],
  language: ['system', 'en', 'fr'],
} as const;

/** The name that the sandbox account is created with. */
export const sandboxName = 'Sandbox';
