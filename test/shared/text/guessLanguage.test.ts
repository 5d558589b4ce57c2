import fc from 'fast-check';
import { francAll } from 'franc-min';
import { data } from 'franc-min/data.js';
import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../../../src/shared/text/guessLanguage.ts';

const trigrams = Object.values(data).flatMap((models) =>
  Object.values(models).flatMap((model) => model.split('|')),
);
const inLatin = Object.values(data.Latin!).flatMap((model) => model.split('|'));

/** Texts of pieces that some language has, and of what none has. */
const texts = (pieces: readonly string[]) =>
  fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
        { weight: 1, arbitrary: fc.constantFrom(' ', '12', '. ', '__proto__', 'constructor', '\n') },
      ),
      { maxLength: 100 },
    )
    .map((parts) => parts.join(''));

const languages = Object.values(data).flatMap((models) => Object.keys(models));

function expectAsFranc(text: string): void {
  const ranked = francAll(text);
  const { language, likenessTo } = guessLanguage(text);
  expect(language, text).toBe(ranked[0]?.[0] ?? 'und');
  const likeness = new Map(ranked);
  for (const other of languages)
    expect(likenessTo(other), `${other}: ${text}`).toBe(likeness.get(other) ?? 0);
}

describe('guessing the language of a text', () => {
  it('gives what franc-min gives, for texts in one script or in several', () => {
    fc.assert(
      fc.property(fc.oneof(texts(inLatin), texts(trigrams), texts([...inLatin, ...trigrams])), (text) => {
        expectAsFranc(text);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same for texts that are too short, or of no language', () => {
    for (const text of ['', 'of the', 'of the la', 'of the lab', '1234567890', '          ', '字'.repeat(20)])
      expectAsFranc(text);
  });
});
