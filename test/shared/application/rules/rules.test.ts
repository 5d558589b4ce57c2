import { describe, expect, it } from 'vitest';
import { checkApplication } from '../../../../src/shared/application/applicationRules.ts';
import type { ApplicationContext } from '../../../../src/shared/application/rules/applicationContext.ts';
import { applicationSeverities } from '../../../../src/shared/application/rules/codes.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { applyFix } from '../../../../src/shared/draft/fieldPath.ts';
import { expectComplete } from '../../../helpers/completeFinding.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { cases } from './cases.ts';
import { check, fullApplication, fullUpdate, isRefused, withValues, world } from './sample.ts';

const journal = world.journals.find((one: { id: string }) => one.id === 'ur-full');

describe('the application rules', () => {
  it('find nothing in a correct application and Update Request', () => {
    expect(check(fullApplication)).toEqual([]);
    expect(check(fullUpdate)).toEqual([]);
  });

  it.each(cases.map((one) => [one.code, one.path, one] as const))(
    'say %s of %s',
    (code, path, { record, context }) => {
      const found = checkApplication(record, context).filter((finding) => finding.code === code);
      expect(found.map((finding) => finding.path)).toContain(path);
      expect(found[0]!.severity).toBe(applicationSeverities[code]);
    },
  );

  it('are all triggered by the cases', () => {
    const seen = new Set(cases.map(({ code }) => code));
    expect(Object.keys(applicationSeverities).filter((code) => !seen.has(code as never))).toEqual([]);
  });

  it('report each problem once per place, in whole sentences', () => {
    for (const { record, context, code } of cases) {
      const findings = checkApplication(record, context);
      const places = findings.map((finding) => `${finding.code} ${finding.path}`);
      expect(new Set(places).size, code).toBe(places.length);
      findings.forEach(expectComplete);
    }
  });

  it('offer fixes that resolve their finding and break nothing else', () => {
    for (const { record, context, code, path } of cases) {
      const before = checkApplication(record, context);
      const fixed = before.filter((finding) => finding.fix);
      for (const { fix, code: at, path: place } of fixed) {
        const after = checkApplication(applyFix(record, fix!), context);
        const name = `${code} ${path}: ${textOf(fix!.label)} for ${at} ${place}`;
        expect(
          after.filter((finding) => finding.code === at && finding.path === place),
          name,
        ).toEqual([]);
        const errors = (list: typeof after) => list.filter(({ severity }) => severity === 'error').length;
        if (!allowedToFail.has(at)) expect(errors(after), name).toBeLessThanOrEqual(errors(before));
      }
    }
  });

  it('never accept a record that breaks the directory', () => {
    const breaking = cases.filter(({ code }) => applicationSeverities[code] === 'error');
    for (const { record, context } of breaking)
      expect(isRefused(checkApplication(record, context))).toBe(true);
  });
});

/** Removing the last entry of a list leaves a question unanswered, which the form then reports. */
const allowedToFail = new Set(['keyword-stop', 'language-dropped', 'other-missing']);

const b = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`bibjson.${path}`, value]));
const homonym = structuredClone(journal);
homonym.bibjson.institution = { name: 'Shore Press', country: 'ZZ' };

describe('a fix gets no accepted record refused', () => {
  it.each<[string, DraftRecord, Record<string, unknown>, Partial<ApplicationContext>?]>([
    ['a required address', fullApplication, { 'plagiarism.detection': false }],
    [
      'none as the only answer',
      fullApplication,
      {
        'deposit_policy.service': ['', 'none'],
        'deposit_policy.has_policy': undefined,
        'deposit_policy.url': undefined,
      },
    ],
    ['the only keyword', fullApplication, { keywords: [' '] }],
    ['a keyword between blanks', fullApplication, { keywords: [' <script> ', 'soil'] }],
    ['a keyword behind a comma', fullApplication, { keywords: ['soil, <script>'] }],
    ['a library between blanks', fullApplication, { 'preservation.national_library': [' <script> '] }],
    ['a title in capitals', fullApplication, { title: 'JOURNAL <SCRIPT>OF IMAGINED SOILS' }],
    ['a title of tags', fullApplication, { title: '<b></b>' }],
    [
      'a licence display without an example',
      fullApplication,
      { 'article.license_display': ['Display'], 'article.license_display_example_url': undefined },
    ],
    ['two ISSNs in each other’s places', fullUpdate, { pissn: '8080-8085', eissn: '7070-7073' }],
    ['an ISSN that the journal has elsewhere', fullUpdate, { pissn: '8080-8085', eissn: '' }],
    [
      'the name of the publisher',
      fullUpdate,
      { 'publisher.name': 'Shore Press', institution: undefined },
      { journal: homonym },
    ],
  ])('%s', (_, record, values, more = {}) => {
    const made = withValues(record, b(values));
    const before = check(made, more);
    expect(isRefused(before)).toBe(false);
    expect(before).not.toEqual([]);
    for (const { fix } of before)
      if (fix)
        expect(check(applyFix(made, fix), more).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
