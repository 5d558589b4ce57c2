import type { FindingCode } from './rules/codes.ts';

/**
 * The consequence of an ignored value: `lost` if the directory stores nothing of it, `filledIn` if the directory has its
 * own value there, `harmless` if there is nothing to lose.
 */
export type IgnoredKind = 'lost' | 'filledIn' | 'harmless';

/** The consequence of a finding of severity `ignored`. */
export function ignoredKind(code: string): IgnoredKind {
  return kinds[code] ?? 'lost';
}

const kinds: { readonly [C in FindingCode | (string & {})]?: IgnoredKind } = {
  'ignored-system': 'filledIn',
  'ignored-journal': 'filledIn',
  'ignored-subject': 'filledIn',
  'identifier-type-case': 'harmless',
  'identifier-empty': 'harmless',
  'link-empty': 'harmless',
  'keyword-empty': 'harmless',
};
