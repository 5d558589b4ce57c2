import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { complianceTexts } from '../../../src/renderer/state/data/complianceTexts.ts';
import type { ComplianceCheck } from '../../../src/shared/compliance/complianceCheck.ts';
import { answerForAuthor } from '../../../src/shared/i18n/answerForAuthor.ts';
import { addTexts, speak, t } from '../../../src/shared/i18n/i18n.ts';
import { literal } from '../../../src/shared/message.ts';

await addTexts(complianceTexts);

const folder = join(import.meta.dirname, '../../fixtures/given/checker');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const context = {
  now: new Date('2026-01-15T00:00:00Z'),
  formatMoment: (at: string) => at.slice(0, 16),
  formatDay: (date: string) => date,
};

afterEach(() => speak('en'));

describe('an answer for the author', () => {
  it('names the question, the ways to comply with what to do, date, source and disclaimer', () => {
    const text = answerForAuthor(checkOf('c01'), context);
    expect(text.split('\n\n')).toEqual([
      'Journal: Harbour Studies (9900-0113)\nFunder: Example Fund\nOrganisation: Not affiliated',
      'There is a way to comply.',
      'Ways to comply, and what you have to do:',
      '1. Full OA\nSubmit; choose CC BY.',
      expect.stringMatching(/^Answered 20\d\d-\d\d-\d\dT\d\d:\d\d by https:\/\/checker\.example\.org\.\n/),
    ]);
    expect(text.endsWith(t('compliance.disclaimer'))).toBe(true);
  });

  it('lists every agreement, says which have ended, and what limits them', () => {
    const text = answerForAuthor(checkOf('c05'), context);
    expect(text).toContain('- exa2024uni, until 2026-12-31\n- exb2025uni.hybrid, ended 2025-12-31\n');
    expect(text).toContain(t('compliance.agreements.yes'));
    const later = answerForAuthor(checkOf('c05'), { ...context, now: new Date('2027-01-15T00:00:00Z') });
    expect(later).toContain('- exa2024uni, ended 2026-12-31\n');
    expect(later).toContain(t('compliance.agreements.over'));
  });

  it.each([
    [
      'an agreement without an id',
      { route: 'ta', log: [{ code: 'TA.Exists' }] },
      'compliance.agreements.yes',
    ],
    [
      'a journal under review',
      { route: 'fully_oa', qualifications: [{ directory_under_review: {} }] },
      'compliance.qualification.directory_under_review',
    ],
  ])('has the caution about %s', (_what, result, key) => {
    const check = checkOf('c01');
    const answer = { ...read('calculate/c01.json'), results: [{ compliant: 'yes', ...result }] };
    expect(answerForAuthor({ ...check, answer, pack: {} }, context)).toContain(t(key));
    const none = { ...answer, results: [{ ...result, compliant: 'no' }] };
    expect(answerForAuthor({ ...check, answer: none, pack: {} }, context)).not.toContain(t(key));
  });

  it('says that there is no verdict', () => {
    const { compliant: _, ...answer } = read('calculate/c01.json');
    const text = answerForAuthor({ ...checkOf('c01'), answer, compliant: null }, context);
    expect(text.split('\n\n')[1]).toBe('The checker gave no verdict.');
  });

  it('is in the language of the window, with the funder’s texts in English if it has them', async () => {
    const pack = read('language/examplefund__en.json');
    const french = withTitle(pack, 'Libre accès');
    const check = { ...checkOf('c01'), pack: french, english: pack };
    expect(answerForAuthor(check, context)).toContain('1. Full OA\n');
    await speak('fr');
    const text = answerForAuthor(check, context);
    expect(text).toContain('1. Libre accès\n');
    expect(text).toContain(t('compliance.author.ways'));
    expect(text).toContain('Voies de conformité');
  });

  it('has one line for each paragraph and list item, and the addresses of links', () => {
    const body =
      '<p>Write to <a href="https://library.example.org/oa">the library</a>.</p><ul><li>Say CC BY.</li><li>Ask <a href="#" class="modal-trigger" data-modal="ta">What to check</a></li></ul>';
    const pack = read('language/examplefund__en.json');
    const text = answerForAuthor({ ...checkOf('c01'), pack: withTitle(pack, 'Way', body) }, context);
    expect(text).toContain(
      '1. Way\nWrite to the library (https://library.example.org/oa).\n- Say CC BY.\n- Ask\n',
    );
  });

  it('has no verdict about another journal', () => {
    const check = checkOf('c01');
    const question = { ...check.question, issn: '1234-5679' };
    const mismatch = literal('The checker answered for another journal.');
    const text = answerForAuthor({ ...check, question, mismatch }, context);
    expect(text.split('\n\n').slice(0, 2)).toEqual([
      'Journal: 1234-5679\nFunder: examplefund\nOrganisation: Not affiliated',
      'The checker answered for another journal.',
    ]);
    expect(text).not.toContain(t('compliance.headline.yes'));
    expect(text).not.toContain(t('compliance.author.ways'));
  });

  it('is empty for an answer that cannot be read', () => {
    expect(answerForAuthor({ ...checkOf('c01'), answer: {} }, context)).toBe('');
  });

  it('says that the checker does not know the organisation', () => {
    const check = checkOf('c01');
    const ror = '08yy00b22';
    const asked = { ...check, question: { ...check.question, ror } };
    const { request, ...rest } = read('calculate/c01.json');
    const unknown = { ...asked, answer: { ...rest, request: { ...request, institution: [] } } };
    expect(answerForAuthor(unknown, context).split('\n\n')[1]).toBe(t('compliance.noOrganisation', { ror }));
    expect(answerForAuthor(asked, context)).not.toContain(t('compliance.noOrganisation', { ror }));
  });

  it('survives hostile HTML of any length', () => {
    const pack = withTitle(read('language/examplefund__en.json'), 'Way', '<a <a href="'.repeat(50_000));
    expect(answerForAuthor({ ...checkOf('c01'), pack }, context)).toContain('1. Way');
  });
});

function checkOf(id: string): ComplianceCheck {
  return {
    id: 1,
    question: { issn: '9900-0113', funder: 'examplefund', ror: '', lang: 'en' },
    at: '2026-01-15T00:00:00Z',
    source: 'https://checker.example.org',
    mismatch: null,
    journalTitle: 'Harbour Studies',
    funderName: 'Example Fund',
    institutionName: '',
    compliant: true,
    answer: read(`calculate/${id}.json`),
    pack: read('language/examplefund__en.json'),
    config: read('funder_config/examplefund.json'),
    english: null,
    changes: [],
  };
}

function withTitle(pack: { cards: { fully_oa: object } }, title: string, body?: string) {
  const { cards } = pack;
  const card = { ...cards.fully_oa, title, ...(body !== undefined && { body: { default: body } }) };
  return { ...pack, language: 'fr', cards: { ...cards, fully_oa: card } };
}
