import { describe, expect, test, vi } from 'vitest';
import { ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { maxMembers } from '../../src/main/formats/readRecord.ts';
import { readXlsx } from '../../src/main/formats/tables/xlsx/readXlsx.ts';
import { limitRecord } from '../../src/main/import/limitRecord.ts';
import { shownRoutes } from '../../src/renderer/screens/Compliance/shownRoutes.ts';
import { evaluateCards } from '../../src/shared/compliance/cards.ts';
import { readCalculation, readCard } from '../../src/shared/compliance/compliance.ts';
import { readLanguagePack } from '../../src/shared/compliance/languagePack.ts';
import { concludeFrom } from '../../src/shared/i18n/complianceResult.ts';
import { sourceFile } from '../formats/sourceFile.ts';
import { workbookOf, zipOf } from '../formats/tables/workbookOf.ts';
import { saying } from '../helpers/saying.ts';
import { readText } from '../import/readText.ts';
import { inTime, patience } from './hostile.ts';

vi.setConfig({ testTimeout: patience });

const million = 1_000_000;
const numbered = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join('');

describe('what costs more than its bytes is refused before it is read', () => {
  const members = numbered(300_000, (at) => `"m${at}":1,`);
  test.each([
    ['article JSON', `[{"bibjson":{"title":"Soil",${members}"z":1}},{"bibjson":{"title":"Sand"}}]`],
    [
      'article JSON, beside its envelope',
      `[{${members}"bibjson":{"title":"Soil"}},{"bibjson":{"title":"Sand"}}]`,
    ],
    ['lines of JSON', `{"bibjson":{"title":"Soil",${members}"z":1}}\n{"bibjson":{"title":"Sand"}}\n`],
    [
      'CSL-JSON',
      `[{"type":"article-journal","title":"Soil",${members}"z":1},{"type":"article-journal","title":"Sand"}]`,
    ],
  ])('an object with very many members in %s', async (_, text) => {
    const { records, problems } = await inTime('A million members', () => readText(text));
    expect(problems).toEqual([
      { index: 1, line: 1, message: { key: 'import.read.tooManyMembers', params: { most: maxMembers } } },
    ]);
    expect(records.map(({ record }) => record)).toMatchObject([{ bibjson: { title: 'Sand' } }]);
  });

  test.each([
    ['attributes', `<doi_batch ${numbered(million / 2, (at) => `a${at}="" `)}/>`],
    [
      'empty elements',
      `<doi_batch><body><journal><journal_article>${'<a/>'.repeat(million / 2)}</journal_article></journal></body></doi_batch>`,
    ],
    [
      'entities',
      `<!DOCTYPE doi_batch [${numbered(million / 4, (at) => `<!ENTITY e${at} "x">`)}]><doi_batch/>`,
    ],
    ['levels', `<doi_batch>${'<a>'.repeat(million / 2)}`],
  ])('XML with very many %s', async (_, text) => {
    const { records, problems } = await inTime('A million', () => readText(text, { format: 'crossref' }));
    expect(records).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });

  test.each([
    ['RIS', `TY  - JOUR\n${'AU  - \n'.repeat(million)}ER  - \n`],
    ['BibTeX', `@article{a,\n${numbered(million / 2, (at) => `a${at}={},`)}}`],
  ])('half a million empty tags of %s', async (_, text) => {
    const { records, problems } = await inTime('Empty tags', () => readText(text));
    expect(records).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('what refers to one text many times costs no more than its bytes', () => {
  test('the affiliation of six thousand authors', async () => {
    const author = '<contrib><name><surname>Roe</surname></name><xref ref-type="aff" rid="a"/></contrib>';
    const text = `<article><front><article-meta><title-group><article-title>Soil</article-title></title-group>
      <contrib-group>${author.repeat(6_000)}<aff id="a">${'Department '.repeat(10_000)}</aff></contrib-group>
      </article-meta></front></article>`;
    const limited = await inTime('Six thousand', async () => {
      const { records } = await readText(text);
      return records.map(limitRecord);
    });
    expect(limited).toMatchObject([{ message: { key: 'import.read.overLimits' } }]);
  });

  test('a hundred thousand subjects in one language', async () => {
    const text = `<OAI-PMH><ListRecords><record><header><identifier>x</identifier></header><metadata>
      <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>Soil</dc:title>${numbered(100_000, (at) => `<dc:subject>s${at}</dc:subject>`)}</oai_dc:dc>
      </metadata></record></ListRecords></OAI-PMH>`;
    const { records } = await inTime('Subjects', () => readText(text));
    expect(records).toHaveLength(1);
  });
});

describe('what is empty costs no more than passing over it', () => {
  const end = 'Soil,10.5555/1\n';
  test.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['lines of blanks', '  \n'],
    ['rows of empty cells', ',\n'],
  ])('4 MB of %s in a table', async (_, line) => {
    const text = `Title,DOI\n${line.repeat(Math.floor((4 * million) / line.length))}${end}`;
    const { records, problems } = await inTime('Empty lines', () => readText(text));
    expect(problems).toEqual([]);
    expect(records.map(({ record }) => record)).toMatchObject([{ bibjson: { title: 'Soil' } }]);
  });

  test('4 MB of line ends in a reference manager file', async () => {
    const text = `TY  - JOUR\nTI  - Soil\n${'\n'.repeat(4 * million)}DO  - 10.5555/1\nER  - \n`;
    const { records } = await inTime('Empty lines', () => readText(text));
    expect(records.map(({ record }) => record)).toMatchObject([{ bibjson: { title: 'Soil' } }]);
  });
});

describe('a small workbook', () => {
  const heading =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Title</t></is></c><c r="B1" t="inlineStr"><is><t>DOI</t></is></c></row>';
  async function readSheet(rows: string, texts: string[] = []) {
    const bytes = zipOf(workbookOf({ Articles: heading + rows }, { texts }));
    const items = [];
    for await (const item of readXlsx(sourceFile(bytes, { onDisk: true }), ordinaryChoices)) items.push(item);
    return { bytes: bytes.length, items };
  }

  test('with a cell in the last column of every row is refused', async () => {
    const rows = numbered(4_000, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`);
    const { bytes, items } = await inTime('Last columns', () => readSheet(rows));
    expect(bytes).toBeLessThan(50_000);
    expect(items.at(-1)).toMatchObject({ message: saying(/empty cells/) });
    expect(items.length).toBeLessThan(100);
  });

  test('with one cell in its last row and column costs one row', async () => {
    const { items } = await inTime('The last cell', () =>
      readSheet('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'),
    );
    expect(items).toHaveLength(1);
  });

  test('whose headings reach the last column costs one row', async () => {
    const text = (place: string, words: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
    const rows = numbered(300, (at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'Soil')}</row>`);
    const headings = `<row r="1">${text('A1', 'Title')}${text('XFD1', 'DOI')}</row>`;
    const bytes = zipOf(workbookOf({ Articles: headings + rows }));
    const items = await inTime('Wide headings', async () => {
      const read = [];
      for await (const item of readXlsx(sourceFile(bytes, { onDisk: true }), ordinaryChoices))
        read.push(item);
      return read;
    });
    expect(bytes.length).toBeLessThan(5_000);
    expect(items).toHaveLength(300);
  });

  test('whose cells all refer to one long text is refused', async () => {
    const text = `<si><t>${'soil '.repeat(100_000)}</t></si>`;
    const rows = numbered(3_000, (at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>0</v></c></row>`);
    const { bytes, items } = await inTime('Long texts', () => readSheet(rows, [text]));
    expect(bytes).toBeLessThan(50_000);
    expect(items.at(-1)).toMatchObject({ message: saying(/more than/) });
    expect(items.length).toBeLessThan(30);
  });

  test('that unpacks to more than a hundred times its size is refused', async () => {
    const { bytes, items } = await inTime('A bomb', () => readSheet(' '.repeat(40 * million)));
    expect(bytes).toBeLessThan(100_000);
    expect(items.at(-1)).toMatchObject({ message: { key: 'import.read.zipRatio' } });
  });
});

test('a wide table with few values in each row is read as before', async () => {
  const heading = `Title,${numbered(60, (at) => `Note ${at},`)}DOI\n`;
  const { records } = await readText(
    `${heading}${numbered(500, (at) => `T${at},${','.repeat(60)}10.5555/${at}\n`)}`,
  );
  expect(records).toHaveLength(500);
});

describe('an answer of the checker costs no more than its size', () => {
  const repeated = <T>(value: T, count: number) => Array.from({ length: count }, () => value);
  const long = '<b>x</b> '.repeat(100_000);
  const id = (prefix: string) => (_: unknown, at: number) => `${prefix}${at}`;
  const ids = (prefix: string) => Array.from({ length: 200_000 }, id(prefix));
  const conclude = (answer: object, pack: object) =>
    concludeFrom(readCalculation({ results: [], ...answer })!, {
      pack: readLanguagePack(pack),
      config: null,
      now: new Date(),
    });

  test.each([
    [
      'steps with the same text',
      { results: [{ route: 'ta', log: repeated({ code: 'TA.Exists' }, 20_000) }] },
      { api_codes: { logs: { ta: { 'TA.Exists': long } } } },
    ],
    [
      'cards with the same texts',
      { cards: repeated({ id: 'a', display_if_compliant: repeated('ta', 20) }, 5_000) },
      { cards: { a: { title: long, body: { default: long, ta: long } } } },
    ],
  ])('with many %s', async (what, answer, pack) => {
    const { cards, routes } = await inTime(what, () => conclude(answer, pack));
    expect(cards.length + routes.length).toBeGreaterThan(0);
  });

  test.each([
    ['names other cards', ids('c'), ids('d'), 0],
    ['repeats one card', repeated('a', 20_000), repeated('a', 20_000), 20_000],
  ])('with an order that %s', async (what, cards, order, count) => {
    const set = { cards: cards.map((name) => readCard({ id: name })), order };
    const { shown } = await inTime(what, () => evaluateCards(set, []));
    expect(shown).toHaveLength(count);
  });

  test('with many different results of one route', async () => {
    const entry = { route: 'ta', label: 'TA', compliant: 'yes', statement: '', explanation: '' } as const;
    const routes = Array.from({ length: 20_000 }, (_, at) => ({
      ...entry,
      qualifications: [],
      log: [{ code: 'TA.Exists', text: `${at}` }],
    }));
    const [only] = await inTime('Results', () => shownRoutes(routes));
    expect(only!.log).toHaveLength(20_000);
  });
});
