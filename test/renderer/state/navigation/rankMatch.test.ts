import { describe, expect, test } from 'vitest';
import { rankAll, rankMatch } from '../../../../src/renderer/state/navigation/rankMatch.ts';

const items = (...texts: string[]) => texts.map((text) => ({ key: text, text }));
const found = (typed: string, texts: string[], recent: string[] = [], isLoose = true) =>
  rankAll(typed, items(...texts), recent, { isLoose }).map(({ text }) => text);

describe('matching typed letters', () => {
  test('ranks prefixes, then word beginnings, then parts of words, then scattered letters', () => {
    const texts = ['Undo anew', 'Reopen', 'Print eagerly now', 'New upload pane', 'Pen'];
    expect(found('pen', texts)).toEqual(['Pen', 'Reopen', 'Print eagerly now']);
    expect(found('n u', texts)).toEqual(['New upload pane', 'Undo anew']);
  });

  test('ignores case, accents, hyphens and the order of whole words', () => {
    expect(rankMatch('REVUES', 'Actualiser les révues')).not.toBeNull();
    expect(rankMatch('2577 3569', 'Journal 2577-3569')).not.toBeNull();
    expect(rankMatch('directory ask', 'Ask the directory')).not.toBeNull();
    expect(rankMatch('directory asked', 'Ask the directory')).toBeNull();
  });

  test('keeps the given order, with the last choice first among equals', () => {
    const texts = ['Go one', 'Go two', 'Go three', 'Ago'];
    expect(found('go', texts)).toEqual(['Go one', 'Go two', 'Go three', 'Ago']);
    expect(found('go', texts, ['Go three', 'Ago', 'Go two'])).toEqual([
      'Go three',
      'Go two',
      'Go one',
      'Ago',
    ]);
    expect(found('', texts, ['Ago'])).toEqual(['Ago', 'Go one', 'Go two', 'Go three']);
  });

  test('puts what is not available after its equals, unless nothing was typed', () => {
    const all = [{ key: 'a', text: 'Go one', reason: 'In use.' }, ...items('Go two', 'Ago')];
    const keys = (typed: string) => rankAll(typed, all, [], { isLoose: false }).map(({ text }) => text);
    expect(keys('go')).toEqual(['Go two', 'Go one', 'Ago']);
    expect(keys('')).toEqual(['Go one', 'Go two', 'Ago']);
  });

  test('finds nothing for missing letters, and no scattered letters among many texts', () => {
    expect(found('xq', ['New article', 'Import'])).toEqual([]);
    expect(found('nwart', ['New article'])).toEqual(['New article']);
    expect(found('nwart', ['New article'], [], false)).toEqual([]);
    expect(found('wart', ['New article'])).toEqual([]);
  });
});
