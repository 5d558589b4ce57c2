import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from '../helpers/runCli.ts';

const given = join(import.meta.dirname, '../fixtures/given/checker');
const folder = mkdtempSync(join(tmpdir(), 'colophon-compliance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('colophon compliance --read', () => {
  test('prints what is concluded from a stored answer, as JSON', async () => {
    const { code, out } = await runCli([
      'compliance',
      '--read',
      join(given, 'calculate/c18.json'),
      '--pack',
      join(given, 'language/exampleunion__en.json'),
      '--config',
      join(given, 'funder_config/exampleunion.json'),
      '--json',
    ]);
    expect(code).toBe(0);
    const said = JSON.parse(out);
    expect(said.compliant).toBe(true);
    expect(said.local).toEqual({ cards: ['card1_by_exception'], compliant: true, agrees: true });
    const [card] = said.cards;
    expect(card).toMatchObject({ id: 'card1_by_exception', shown: true, title: 'UNION CARD1_BY_EXCEPTION' });
    expect(card.why).toContain('Full OA route complies: yes');
    expect(said.cards.filter((one: { shown: boolean }) => one.shown)).toHaveLength(1);
    expect(said.cards).toHaveLength(12);
    expect(said.routes.find((one: { route: string }) => one.route === 'fully_oa')).toEqual({
      route: 'fully_oa',
      compliant: 'yes',
      qualifications: ['oa_exception_caveat'],
      log: [{ code: 'FullOA.Exception', text: 'On the exception list' }],
    });
  });

  test('says where the card rules come out otherwise than the service says', async () => {
    const file = join(folder, 'answer.json');
    const card = { id: 'ta', compliant: true, match_routes: { must: ['ta'] } };
    writeFileSync(
      file,
      JSON.stringify({
        compliant: true,
        results: [{ route: 'ta', compliant: 'no', log: ['TA.NoTA'] }],
        cards: [card],
      }),
    );
    const { out } = await runCli(['compliance', '--read', file, '--json']);
    expect(JSON.parse(out).local).toEqual({ cards: [], compliant: false, agrees: false });
    const words = await runCli(['compliance', '--read', file]);
    expect(words.out).toContain('Journal and organisation share no agreement.');
    expect(words.out).toContain('comes to other cards');
  });

  test.each([
    ['is not JSON', '<html>'],
    ['is no answer of the checker', '404'],
  ])('says so of a file that %s', async (_what, text) => {
    const file = join(folder, 'bad.json');
    writeFileSync(file, text);
    const { code, err } = await runCli(['compliance', '--read', file, '--json']);
    expect(code).toBe(2);
    expect(err).toContain(file);
  });
});

describe('colophon compliance', () => {
  const data = join(folder, 'data');
  const wellcome = ['compliance', '--data', data, '--funder', 'wellcome'];

  test('asks every journal with every funder and prints a line each', async () => {
    const { code, out } = await runCli([
      ...wellcome,
      'vinnovasweden',
      '--issn',
      '1734-6215',
      '2577-3569',
      '--ror',
      'https://ror.org/03yrm5c26',
      '--json',
    ]);
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ issn, funder, ror }) => [issn, funder, ror])).toEqual([
      ['1734-6215', 'wellcome', '03yrm5c26'],
      ['1734-6215', 'vinnovasweden', '03yrm5c26'],
      ['2577-3569', 'wellcome', '03yrm5c26'],
      ['2577-3569', 'vinnovasweden', '03yrm5c26'],
    ]);
    expect(lines[0]).toMatchObject({ compliant: true, isAboutJournal: true, local: { agrees: true } });
  });

  test('takes its questions from a file, says which had no answer, and ends with 1', async () => {
    const file = join(folder, 'matrix.json');
    writeFileSync(file, JSON.stringify({ issns: ['1734-6215', '1734-6216'], funders: ['wellcome'] }));
    const { code, out, err } = await runCli(['compliance', '--data', data, '--matrix', file]);
    expect(code).toBe(1);
    expect(out).toContain('Full open access: complies.');
    expect(err).toContain('check digit');
  });

  test('wants a question', async () => {
    const { code, err } = await runCli(wellcome);
    expect(code).toBe(2);
    expect(err).toContain('--issn');
  });
});
