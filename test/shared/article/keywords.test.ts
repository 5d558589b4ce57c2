import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isJoinedKeyword,
  joinedKeywords,
  keywordSeparator,
  splitKeywords,
} from '../../../src/shared/article/keywords.ts';

describe('splitKeywords', () => {
  it.each([
    ['soil, carbon; nitrogen', ['soil', 'carbon', 'nitrogen']],
    ['تربة، كربون', ['تربة', 'كربون']],
    ['土壌、炭素\n窒素\r\n', ['土壌', '炭素', '窒素']],
    [' river  ecology ,, ', ['river  ecology']],
    ['', []],
    ['Educa&ccedil;&atilde;o, R&amp;D; O&#39;Brien', ['Educação', 'R&D', "O'Brien"]],
    ['R&D; soil', ['R&D', 'soil']],
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

  it.each(['Educa&ccedil;&atilde;o', 'R&amp;D', 'R&amp;amp;D', 'O&#39;Brien', 'caf&#xE9;'])(
    'takes the end of an entity for no separator: %s',
    (keyword) => {
      expect(joinedKeywords(keyword)).toEqual([keyword]);
      expect(keywordSeparator.test(keyword)).toBe(false);
    },
  );

  it('splits between entities', () => {
    expect(joinedKeywords('R&amp;D; soil')).toEqual(['R&D', 'soil']);
    expect(joinedKeywords('educa&ccedil;&atilde;o, sa&uacute;de')).toEqual(['educação', 'saúde']);
    expect(keywordSeparator.test('R&amp;D;')).toBe(true);
    expect(keywordSeparator.test('R&D;')).toBe(true);
  });
});
