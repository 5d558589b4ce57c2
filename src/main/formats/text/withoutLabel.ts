/** An affiliation without the mark by which authors refer to it in print: `1 Univ X`, `a) Univ X`, `*Univ X`. */
export function withoutLabel(affiliation: string): string {
  return affiliation.replace(/^(?:[*†‡§¶#]{1,3}\s*|\d{1,2}[.)]?\s*|[a-z]\)?\s+)(?=\p{Lu}\p{L})/u, '');
}
