import { describe, expect, test } from 'vitest';
import { durationText } from '../../src/renderer/screens/Compliance/durationText.ts';
import {
  issnProblem,
  listed,
  listedOrganisations,
  rorProblem,
} from '../../src/renderer/screens/Compliance/matrix/matrixQuestion.ts';
import { matrixRows } from '../../src/renderer/screens/Compliance/matrix/matrixRows.ts';
import { planText } from '../../src/renderer/screens/Compliance/matrix/planText.ts';
import { stateText } from '../../src/renderer/screens/Compliance/stateText.ts';
import { complianceTexts } from '../../src/renderer/state/data/complianceTexts.ts';
import type { Matrix, MatrixCell } from '../../src/shared/compliance/complianceCheck.ts';
import { addTexts, speak } from '../../src/shared/i18n/i18n.ts';
import { cellTone, matrixCellText } from '../../src/shared/i18n/matrixText.ts';
import { literal } from '../../src/shared/message.ts';

await addTexts(complianceTexts);

const matrix: Matrix = {
  id: 1,
  name: 'Ours',
  state: 'done',
  message: null,
  journals: ['Shore Life', 'Älpine Letters', 'Moor Life'].map((title, n) => ({
    issn: `9900-000${n}`,
    title,
  })),
  funders: ['One', 'Two'].map((name) => ({ id: name.toLowerCase(), name })),
  organisations: [{ ror: '', name: '' }],
  lang: 'en',
  maxAge: 30,
  cells: 6,
  answered: 6,
  failed: 0,
  changed: 0,
  secondsLeft: null,
  createdAt: '2026-11-01T10:00:00Z',
  finishedAt: null,
};

function cellAt(journal: number, funder: number, given: Partial<MatrixCell> = {}): MatrixCell {
  return {
    id: journal * 10 + funder,
    journal,
    funder,
    organisation: 0,
    state: 'answered',
    checkId: 1,
    compliant: true,
    routes: ['fully_oa'],
    unknown: [],
    at: '2026-11-01T10:00:00Z',
    source: 'sandbox',
    changes: [],
    message: null,
    ...given,
  };
}

const no = { compliant: false, routes: [] };
const cells = [
  cellAt(0, 0),
  cellAt(0, 1, no),
  cellAt(1, 0, { ...no, unknown: ['self_archiving'] }),
  cellAt(1, 1, { changes: [literal('There is a way to comply now.')] }),
  cellAt(2, 0, { state: 'failed', compliant: null, message: literal('It failed.') }),
  cellAt(2, 1, { state: 'waiting', compliant: null }),
];
const byTitle = { by: 'journal', isDescending: false } as const;
const titles = (rows: ReturnType<typeof matrixRows>) =>
  rows.map(({ journal }) => matrix.journals[journal]!.title);

describe('the rows of a matrix', () => {
  test('are sorted by title in either direction', () => {
    const rows = matrixRows(matrix, cells, { filter: 'all', sort: byTitle });
    expect(titles(rows)).toEqual(['Älpine Letters', 'Moor Life', 'Shore Life']);
    const back = matrixRows(matrix, cells, { filter: 'all', sort: { ...byTitle, isDescending: true } });
    expect(titles(back)).toEqual(['Shore Life', 'Moor Life', 'Älpine Letters']);
  });

  test('are sorted by verdict with problems first', () => {
    const rows = matrixRows(matrix, cells, { filter: 'all', sort: { by: 0, isDescending: false } });
    expect(titles(rows)).toEqual(['Älpine Letters', 'Moor Life', 'Shore Life']);
    const other = matrixRows(matrix, cells, { filter: 'all', sort: { by: 1, isDescending: false } });
    expect(titles(other)[0]).toBe('Shore Life');
  });

  test.each([
    ['no', ['Älpine Letters', 'Shore Life']],
    ['unknown', ['Älpine Letters']],
    ['yes', ['Älpine Letters', 'Shore Life']],
    ['changed', ['Älpine Letters']],
    ['failed', ['Moor Life']],
  ] as const)('are filtered by cells: %s', (filter, wanted) => {
    expect(titles(matrixRows(matrix, cells, { filter, sort: byTitle }))).toEqual(wanted);
  });

  test('have a cell for every funder, empty before it is loaded', () => {
    const [first] = matrixRows(matrix, [cellAt(1, 1)], { filter: 'all', sort: byTitle });
    expect(first!.cells.map((cell) => cell?.id ?? null)).toEqual([null, 11]);
  });

  test('are one for each journal and organisation', () => {
    const two = {
      ...matrix,
      organisations: [...matrix.organisations, { ror: '08yy00b22', name: 'Institute' }],
    };
    const rows = matrixRows(two, [cellAt(1, 0, { organisation: 1 })], { filter: 'all', sort: byTitle });
    expect(rows).toHaveLength(6);
    expect(rows[1]).toMatchObject({ journal: 1, organisation: 1 });
    expect(rows[1]!.cells[0]?.id).toBe(10);
  });
});

describe('a cell', () => {
  test.each([
    [{}, 'yes', 'full OA'],
    [
      { routes: ['self_archiving', 'newer_route', 'fully_oa'] },
      'yes',
      'full OA, self-archiving, newer_route',
    ],
    [{ routes: [] }, 'yes', 'another way'],
    [{ compliant: null }, 'unknown', 'no verdict'],
    [no, 'no', 'no way'],
    [{ ...no, routes: ['hybrid'] }, 'no', 'no way'],
    [
      { ...no, unknown: ['self_archiving', 'hybrid'] },
      'no',
      'no way; not determined: hybrid, self-archiving',
    ],
    [{ unknown: ['hybrid'] }, 'yes', 'full OA'],
    [{ state: 'failed', compliant: null }, 'failed', 'no answer'],
    [{ state: 'waiting', compliant: null }, 'waiting', 'not asked yet'],
  ] as const)('%j is %s: %s', (given, tone, words) => {
    const cell = cellAt(0, 0, given as Partial<MatrixCell>);
    expect(cellTone(cell)).toBe(tone);
    expect(matrixCellText(cell)).toBe(words);
  });
});

describe('the progress of a matrix', () => {
  test('shows the counts that are not zero', () => {
    expect(stateText(matrix)).toBe('done · 6 of 6 answered');
    expect(
      stateText({ ...matrix, state: 'running', answered: 1_038, cells: 1_040, failed: 1, changed: 2 }),
    ).toBe('asking · 1,038 of 1,040 answered · 1 without an answer · 2 changed');
  });

  test.each([
    [0, '1 s'],
    [7.2, '8 s'],
    [89, '89 s'],
    [90, '2 min'],
    [600.5, '11 min'],
    [10_000, '2 h 47 min'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(durationText(seconds)).toBe(words);
  });
});

describe('the plan of a matrix', () => {
  const plan = { cells: 1_200, kept: 0, requests: 1_260, seconds: 126 };
  const whole = { isWhole: true, isMarked: false };
  test('shows requests and time', () => {
    expect(planText({ ...whole, plan })).toBe('1,200 questions. 1,260 requests, about 3 min.');
  });
  test('shows what was answered recently', () => {
    expect(planText({ ...whole, plan: { cells: 2, kept: 1, requests: 3, seconds: 0.3 } })).toBe(
      '2 questions. 1 was answered in the last 30 days. 3 requests, about 1 s.',
    );
    expect(planText({ ...whole, plan: { cells: 1, kept: 1, requests: 0, seconds: 0 } })).toContain(
      'Nothing to ask',
    );
  });
  test.each([1, 2])('of %d answered questions has words for any number', async (cells) => {
    const kept = { ...whole, plan: { cells, kept: cells, requests: 0, seconds: 0 } };
    const words = planText(kept);
    expect(words).toBe(
      `${cells} question${cells === 1 ? '' : 's'}. Nothing to ask: each answer is less than 30 days old.`,
    );
    await speak('fr');
    expect(planText(kept)).not.toContain('Toutes');
    await speak('en');
  });
  test('shows what is missing', () => {
    expect(planText({ isWhole: false, isMarked: false, plan: null })).toContain('at least one');
    expect(planText({ isWhole: true, isMarked: true, plan: null })).toContain('marked');
    expect(planText({ ...whole, plan: null })).toBe('');
  });
});

describe('a typed list', () => {
  test('may be separated by lines, commas or semicolons', () => {
    expect(listed(' 1234-5679\n\n9900-0105, 9900-0113 ;')).toEqual(['1234-5679', '9900-0105', '9900-0113']);
  });
  test('of organisations uses a dash for "not affiliated"', () => {
    expect(listedOrganisations('-\nhttps://ror.org/03yrm5c26\n–')).toEqual([
      '',
      'https://ror.org/03yrm5c26',
      '',
    ]);
  });
  test('gets a message for each wrong part', () => {
    expect(issnProblem('12345679\n1234-5679')).toBe('');
    expect(issnProblem('1234-5678, rubbish')).toMatch(/1234-5679.*“rubbish”/);
    expect(rorProblem('-, ror.org/03YRM5C26')).toBe('');
    expect(rorProblem('03yrm5c26; elsewhere')).toContain('“elsewhere”');
  });
});
