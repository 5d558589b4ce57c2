import { existsSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spoolFile } from '../../src/main/platform/files/importSpool.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { type ImportChoices, importChoicesSchema } from '../../src/shared/draft/importChoices.ts';
import { guessJournal } from '../../src/shared/journal/guessJournal.ts';
import { asObject } from '../../src/shared/json.ts';
import { type ImportHost, startHost } from './importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

const jats = (doi: string) => `<article xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="en"><front>
  <journal-meta><issn pub-type="epub">1234-5679</issn></journal-meta>
  <article-meta><article-id pub-id-type="doi">${doi}</article-id>
  <title-group><article-title>Soil</article-title>
  <trans-title-group xml:lang="fr"><trans-title>Sol</trans-title></trans-title-group></title-group>
  <contrib-group><contrib contrib-type="author"><name><surname>Okoro</surname><given-names>Ada</given-names></name>
  <xref ref-type="aff" rid="a1"/><xref ref-type="aff" rid="a2"/></contrib></contrib-group>
  <aff id="a1"><institution>Lagos</institution></aff><aff id="a2"><institution>Oslo</institution></aff>
  <pub-date pub-type="epub"><month>3</month><year>2024</year></pub-date>
  <pub-date pub-type="ppub"><month>5</month><year>2025</year></pub-date>
  <permissions><license><license-p>CC BY</license-p></license></permissions>
  </article-meta></front></article>`;
const ris = (title: string, more = '') =>
  `TY  - JOUR\nTI  - ${title}\nT2  - The Annals of Soil\nDO  - 10.5555/${title}\n${more}ER  - \n`;

async function choose(id: number, choices: Partial<ImportChoices>) {
  const before = host.importStore.get(id).choices;
  await host.handlers['imports.choose']({ id, choices: { ...before, ...choices } });
  return host.reached(id, 'preview', 'failed');
}

async function accepted(id: number): Promise<DraftRecord[]> {
  await host.accept(id);
  const rows = await host.drafts();
  return Promise.all(
    rows.map(async (row) => asObject((await host.handlers['drafts.get']({ id: row.id })).record.bibjson)),
  );
}

describe('the choices for a whole import', () => {
  test('are offered where records have several of a kind, with their numbers', async () => {
    const { found, choices } = await host.preview('a.xml', jats('10.5555/1'));
    expect(choices).toEqual(importChoicesSchema.parse({}));
    expect(found).toMatchObject({
      languages: { en: 1, fr: 1 },
      dates: 1,
      affiliations: 1,
      noJournal: 0,
      losses: [{ records: 1 }],
    });
  });

  test('change what is read, keep the ticks, and survive a restart', async () => {
    const files = `${jats('10.5555/1')}`;
    const { id } = await host.preview('a.xml', files);
    await host.handlers['imports.tick']({ id, filter: { show: 'all' }, isTicked: false });
    const french = await choose(id, { language: 'fr', date: 'print' });
    expect(french).toMatchObject({ state: 'preview', read: 1, created: 1, leftOut: 1 });
    await host.stop();
    host = startHost({ dataFolder: host.dataFolder });
    await host.importJobs.recover();
    expect(host.importStore.get(id).choices).toMatchObject({ language: 'fr', date: 'print' });
    await choose(id, { affiliation: 'repeat' });
    await host.handlers['imports.tick']({ id, filter: { show: 'all' }, isTicked: true });
    expect(await accepted(id)).toMatchObject([
      {
        title: 'Sol',
        year: '2025',
        month: '5',
        author: [
          { name: 'Ada Okoro', affiliation: 'Lagos' },
          { name: 'Ada Okoro', affiliation: 'Oslo' },
        ],
      },
    ]);
    expect(existsSync(spoolFile(host.dataFolder, id))).toBe(false);
  });

  test('are not possible once the file is gone', async () => {
    const plain = await host.preview('a.json', '[{"bibjson": {"title": "Soil"}}]');
    rmSync(spoolFile(host.dataFolder, plain.id));
    await expect(choose(plain.id, { language: 'fr' })).rejects.toThrow();
    expect(host.importStore.get(plain.id).state).toBe('preview');
  });
});

describe('the journal', () => {
  const journal = { title: 'Annals of Soil', pissn: '1234-5679', eissn: null };

  test('is asked for once for the records that name none', async () => {
    const { id, found } = await host.preview('a.ris', ris('Sand') + ris('Clay', 'SN  - 2049-3630\n'));
    expect(found).toMatchObject({ noJournal: 1, journalTitles: { 'The Annals of Soil': 1 } });
    await choose(id, { journal });
    const notes = (await host.rows(id)).map((row) => [row.title, row.notes.map(({ key }) => key)]);
    expect(Object.fromEntries(notes).Clay).toContain('import.note.ownJournal');
    const records = await accepted(id);
    const issns = Object.fromEntries(records.map((record) => [record.title, record.identifier]));
    expect(issns.Sand).toContainEqual({ type: 'pissn', id: '1234-5679' });
    expect(issns.Clay).not.toContainEqual({ type: 'pissn', id: '1234-5679' });
  });

  test('is guessed by the title that most records name, or if there is only one', () => {
    const journals = [{ title: 'Annals of Soil' }, { title: 'Water & Rain' }];
    expect(guessJournal({ 'The annals of soil': 2, 'Water and Rain': 1 }, journals)).toBe(journals[0]);
    expect(guessJournal({ 'The annals of soil': 1, 'Water and Rain': 1 }, journals)).toBeNull();
    expect(guessJournal({ Mud: 3 }, journals)).toBeNull();
    expect(guessJournal({}, journals)).toBeNull();
    expect(guessJournal({}, [journals[0]!])).toBe(journals[0]);
    expect(guessJournal({ Mud: 1 }, [journals[0]!])).toBeNull();
  });
});

describe('doubtful records', () => {
  const text = ris('Sand') + ris('Clay').replace('JOUR', 'BOOK');

  test('are unticked at first, with the reason, and keep the user’s ticks when they are read again', async () => {
    const { id, found, leftOut } = await host.preview('a.ris', text);
    expect({ doubtful: found?.doubtful, leftOut }).toEqual({ doubtful: 1, leftOut: 1 });
    const clay = (await host.rows(id)).find(({ title }) => title === 'Clay')!;
    expect(clay).toMatchObject({ isLeftOut: true });
    expect(clay.notes[0]!.key).toMatch(/^import\.doubt\./);
    await host.handlers['imports.tick']({ id, filter: { show: 'all' }, isTicked: true });
    expect(await choose(id, { journal: { title: 'X', pissn: '1234-5679', eissn: null } })).toMatchObject({
      leftOut: 0,
      created: 2,
    });
  });

  test('are imported if nobody can be asked', async () => {
    expect(await host.preview('a.ris', text, undefined, false)).toMatchObject({ leftOut: 0, created: 2 });
  });
});

const authors = async (id: number) =>
  (await host.handlers['imports.record']({ id, position: 1 })).fields.find(
    ({ path }) => path === 'bibjson.author',
  )?.text;

describe('the order of names', () => {
  test('is offered where the culture decides, with a name of the file, and is chosen for all', async () => {
    const { id, found } = await host.preview('a.ris', ris('Soil', 'AU  - 王, 阳\nAU  - Smith, Jane\n'));
    const example = { usual: '王阳', family: '王阳', given: '阳 王' };
    expect(found!.names).toEqual({ records: 1, example });
    expect(await authors(id)).toBe('王阳\nJane Smith');
    await choose(id, { nameOrder: 'given' });
    expect(await authors(id)).toBe('阳 王\nJane Smith');
    await choose(id, { nameOrder: 'family' });
    expect(await authors(id)).toBe('王阳\nSmith Jane');
    await choose(id, { nameOrder: null });
    expect(await authors(id)).toBe('王阳\nJane Smith');
  });

  test('is not offered where nothing is open', async () => {
    const { found } = await host.preview('a.ris', ris('Soil', 'AU  - Smith, Jane\nAU  - 王阳\n'));
    expect(found!.names).toEqual({ records: 0, example: null });
  });
});

describe('texts that were decoded twice', () => {
  const after = 'Für die Größe der Böden';
  const before = new TextDecoder('windows-1252').decode(Buffer.from(after));
  const titles = async (id: number) => (await host.rows(id)).map(({ title }) => title);

  test.each([
    ['a.ris', ris('Soil').replace('Soil', before)],
    [
      'a.json',
      JSON.stringify([{ bibjson: { title: before, link: [{ url: `https://x.example.org/${before}` }] } }]),
    ],
    ['a.csv', `Title,Authors,DOI\n${before},Ada Okoro,10.5555/1\n`],
  ])('are corrected, or kept if the user wants: %s', async (name, content) => {
    const { id, state } = await host.preview(name, content);
    if (state === 'mapping') {
      const { mapping } = await host.handlers['imports.mapping']({ id });
      await host.handlers['imports.readMapped']({ id, mapping });
      await host.reached(id, 'preview');
    }
    const found = { records: 1, examples: [{ before, after }] };
    expect(host.importStore.get(id).found!.decodedTwice).toEqual(found);
    expect(await titles(id)).toEqual([after]);
    const kept = await choose(id, { decodedTwice: 'keep' });
    expect(kept.found!.decodedTwice).toEqual(found);
    expect(await titles(id)).toEqual([before]);
    const [draft] = await accepted(id);
    if (name === 'a.json')
      expect(draft).toMatchObject({ link: [{ url: `https://x.example.org/${before}` }] });
  });
});
