/** Separators offered for lists in a cell; the first uses whichever common one a cell has. */
export const listSeparators: Readonly<Record<string, readonly string[]>> = {
  auto: ['|', '\n', ';'],
  semicolon: [';'],
  bar: ['|'],
  line: ['\n'],
  comma: [','],
  slash: ['/'],
};

/** Separators that are offered between the name, affiliation and ORCID of an author in a list. */
export const partSeparators: Readonly<Record<string, string | null>> = {
  none: null,
  comma: ',',
  bar: '|',
  slash: '/',
  colon: ':',
};

/** The name of a separator among those offered; undefined for another one. */
export function separatorName(
  offered: Readonly<Record<string, readonly string[] | string | null>>,
  value: readonly string[] | string | null,
): string | undefined {
  return Object.keys(offered).find((name) => JSON.stringify(offered[name]) === JSON.stringify(value));
}
