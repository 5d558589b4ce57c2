import { expect } from 'vitest';
import { type Finding, findingSchema } from '../../src/shared/finding.ts';
import { textOf } from './textOf.ts';

/** Asserts that a finding fits the schema and that its sentences have every value and name that they mention. */
export function expectComplete(finding: Finding): void {
  expect(findingSchema.safeParse(finding).success, finding.code).toBe(true);
  const sentences = [finding.message, finding.help, finding.fix?.label].map(textOf).join(' ');
  expect(sentences, finding.code).not.toMatch(
    /\[object |\{\{|\bundefined\b|(?<!“)\bnull\b(?!\))|(?:finding|fix|field|issns|vocabulary)\.\w/,
  );
  expect(textOf(finding.message), finding.code).toMatch(/^\S.*\S$/s);
}
