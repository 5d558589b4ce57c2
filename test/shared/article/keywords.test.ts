import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJoinedKeyword, joinedKeywords, splitKeywords } from '../../../src/shared/article/keywords.ts';

describe('splitKeywords', () => {
  it.each([
    ['soil, carbon; nitrogen', ['soil', 'carbon', 'nitrogen']],
    ['تربة، كربون', ['تربة', 'كربون']],
    ['土壌、炭素\n窒素\r\n', ['土壌', '炭素', '窒素']],
    [' river  ecology ,, ', ['river  ecology']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(splitKeywords(text)).toEqual(expected);
  });

  it('restores joined keywords, and never returns an empty keyword', () => {
    const keyword = fc.stringMatching(/^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u);
    const mark = fc.constantFrom(',', ';', '،', '、', '\n', ' ; ', ', ');
    fc.assert(
      fc.property(fc.array(keyword, { minLength: 1 }), mark, (keywords, between) => {
        expect(splitKeywords(keywords.join(between))).toEqual(keywords);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) =>
        splitKeywords(text).every((one) => one.trim() === one && one !== ''),
      ),
    );
  });

  it('distinguishes a joined keyword from one with a trailing comma', () => {
    expect(isJoinedKeyword('soil, carbon')).toBe(true);
    expect(isJoinedKeyword('soil,')).toBe(false);
    expect(isJoinedKeyword('river ecology')).toBe(false);
    expect(isJoinedKeyword('2,4-D')).toBe(false);
    expect(isJoinedKeyword('soil,water')).toBe(true);
    expect(isJoinedKeyword('2,4-D; soil')).toBe(true);
    expect(joinedKeywords('COVID-19,vaccines,children')).toEqual(['COVID-19', 'vaccines', 'children']);
    expect(joinedKeywords('vitamin C,zinc')).toEqual(['vitamin C', 'zinc']);
  });
});
