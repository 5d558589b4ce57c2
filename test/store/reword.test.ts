import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reword } from '../../src/main/store/reword.ts';
import { explainRefusal } from '../../src/shared/directory/directoryWords.ts';
import en from '../../src/shared/i18n/locales/en.json' with { type: 'json' };
import { loadWords, speak, t } from '../../src/shared/i18n/words.ts';
import { article, openStores } from '../helpers/storeParts.ts';

beforeAll(() => loadWords('fr'));
afterEach(() => speak('en'));

const plural = /_(zero|one|other)$/;
/** Where the words come from that are stored: what became of records, imports, comparisons and questions. */
const stored = ['applicationLife', 'directory', 'queue', 'finding', 'import', 'compliance', 'reconcile'];
const sentences = flatten(en).filter(
  ([key, words]) => stored.includes(key.split('.')[0]!) && words.length >= 24,
);

describe('words that were stored', () => {
  test.each([
    ['en', 'fr'],
    ['fr', 'en'],
  ] as const)('in %s are read in %s', async (from, to) => {
    await speak(from);
    const said = sentences.map(([key, words]) => ask(key, words));
    await speak(to);
    const lost = said.filter(({ text, again }) => reword(text) !== again());
    // Two keys may say the same in one language and not in the other, or hold little besides their values.
    expect(lost.length, lost.map(({ text }) => text).join('\n')).toBeLessThan(said.length / 50);
    expect(said.length).toBeGreaterThan(700);
  });

  test('stay as they are in the language that is spoken', async () => {
    await speak('fr');
    const said = sentences.map(([key, words]) => ask(key, words).text);
    expect(said.filter((text) => reword(text) !== text)).toEqual([]);
  });

  test('keep names, and say labels, counts and reasons within them anew', async () => {
    const refused = explainRefusal(400, 'Invalid ORCID', {
      record: { bibjson: { author: [{ name: 'A' }, { name: 'B', orcid_id: 'x' }] } },
    });
    const withdrawn = t('finding.journal-withdrawn.message', { journal: 'Title' });
    const many = t('import.note.otherAbstracts', { count: 1_240 });
    const list = t('finding.not-a-list.message', { field: 'Author 2, ORCID' });
    await speak('fr');
    expect(reword(refused.message)).toBe('L’ORCID doit s’écrire https://orcid.org/0000-0000-0000-0000.');
    expect(reword(withdrawn)).toBe('La revue Title a été retirée du répertoire.');
    expect(reword(many)).toContain('1\u202f240 autres résumés');
    expect(reword(list)).toBe('«\u00a0Auteur 2, ORCID\u00a0» doit être une liste.');
  });

  test('are none of ours in what the directory or a person wrote', async () => {
    await speak('fr');
    for (const text of ['', 'No journal found to attach article to', 'Title', 'A mistake of ours, we think.'])
      expect(reword(text)).toBe(text);
  });

  test('come out of the store in the language of the moment, and stay in it as they were said', async () => {
    const { db, draftStore, sync, add } = openStores();
    const id = add(article(), { notes: [t('import.note.issnGuessed')] });
    const { path, code, message, help, words, reference } = explainRefusal(404, 'Not there (ref: 1)');
    const at = '2026-02-01T00:00:00.000Z';
    sync.setRefused({
      id,
      refusal: { path, code, message, help, words, reference, status: 404, uploadId: null, at },
    });
    await speak('fr');
    const draft = draftStore.get(id);
    expect(draft.notes).toEqual([t('import.note.issnGuessed')]);
    expect(draft.refusal).toMatchObject({
      message: t('directory.refusal.not-found.message'),
      words: 'Not there',
    });
    expect(draft.refusal?.message).not.toBe(message);
    const kept = db.prepare<[], string>('SELECT refusal FROM drafts').pluck().get();
    expect(JSON.parse(kept!)).toMatchObject({ message });
  });
});

/** The sentence of a key with values in it, and how it is said in the language that is spoken later. */
function ask(key: string, words: string): { text: string; again: () => string } {
  const form = plural.exec(key)?.[1];
  const count = form === 'zero' ? 0 : form === 'one' ? 1 : 7;
  const names = [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
  const params = Object.fromEntries(names.map((name) => [name, name === 'n' ? count : `<${name}>`]));
  const all = names.includes('count') || form !== undefined ? { ...params, count } : params;
  const again = () => t(key.replace(plural, ''), all);
  return { text: again(), again };
}

function flatten(tree: object, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : flatten(value, [...path, name]),
  ) as [string, string][];
}
