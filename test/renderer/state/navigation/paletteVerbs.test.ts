import { describe, expect, test } from 'vitest';
import {
  draftVerbs,
  journalVerbs,
  type PaletteVerb,
  typedVerbs,
} from '../../../../src/renderer/state/navigation/paletteVerbs.ts';
import en from '../../../../src/shared/i18n/locales/en.json' with { type: 'json' };
import fr from '../../../../src/shared/i18n/locales/fr.json' with { type: 'json' };

const verbs = [...new Set([...journalVerbs, ...draftVerbs])];
const read = (typed: string, locale: typeof en = en) =>
  typedVerbs<PaletteVerb>(typed, verbs, (verb) => locale.commands.phrases[verb]);

describe('the verbs of the palette', () => {
  test('the words of a verb may be typed in full or left out', () => {
    for (const typed of ['propose changes to physics', 'Propose Physics', 'update: physics'])
      expect(read(typed)).toEqual([{ verb: 'propose', name: 'physics' }]);
    expect(read('check compliance of annals of x')).toEqual([{ verb: 'check', name: 'annals of x' }]);
    expect(read('go to soil')).toEqual([{ verb: 'open', name: 'soil' }]);
  });

  test('a phrase that is being typed has no name yet', () => {
    expect(read('propose')).toEqual([{ verb: 'propose', name: '' }]);
    expect(read('propose cha')).toEqual([{ verb: 'propose', name: '' }]);
    expect(read('propose chan physics')).toEqual([{ verb: 'propose', name: 'chan physics' }]);
  });

  test('the beginning of a verb, or a verb elsewhere in the text, does not count', () => {
    for (const typed of ['', 'prop', 'physics propose', 'opening', 'settings'])
      expect(read(typed)).toEqual([]);
  });

  test('before a name the first letters of a verb will do', () => {
    expect(read('prop annals')).toEqual([{ verb: 'propose', name: 'annals' }]);
    expect(read('com annals of x')).toContainEqual({ verb: 'compare', name: 'annals of x' });
    expect(read('pr annals')).toEqual([]);
  });

  test('one word may begin two verbs', () => {
    const found = read('modifier physique', fr as unknown as typeof en);
    expect(found).toEqual([
      { verb: 'propose', name: 'physique' },
      { verb: 'open', name: 'physique' },
    ]);
  });

  test('French is typed with or without accents', () => {
    expect(read('verifier la conformite de sols', fr as unknown as typeof en)).toEqual([
      { verb: 'check', name: 'sols' },
    ]);
    expect(read('mettre à jour Sols', fr as unknown as typeof en)).toEqual([
      { verb: 'propose', name: 'sols' },
    ]);
  });
});
