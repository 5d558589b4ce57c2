import { describe, expect, it } from 'vitest';
import { checkApplication } from '../../../../src/shared/application/applicationRules.ts';
import { applicationSeverities } from '../../../../src/shared/application/rules/codes.ts';
import { applyFix } from '../../../../src/shared/draft/fieldPath.ts';
import { expectComplete } from '../../../helpers/completeFinding.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { cases } from './cases.ts';
import { check, fullApplication, fullUpdate, isRefused } from './sample.ts';

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
const allowedToFail = new Set([
  'keyword-stop',
  'reserved-word',
  'display-alone',
  'language-dropped',
  'other-missing',
]);
