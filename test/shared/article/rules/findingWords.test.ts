import { describe, expect, it } from 'vitest';
import { applicationSeverities } from '../../../../src/shared/application/rules/codes.ts';
import { findingSeverities } from '../../../../src/shared/article/rules/codes.ts';
import { english } from '../../../helpers/catalogue.ts';
import { check, readLines, world } from './sample.ts';

describe('finding messages', () => {
  // Findings about queries have their own table and test.
  const inCatalogue = new Set(
    Object.keys(english.finding!).filter((code) => !/^(?:query|sort|page)-/.test(code)),
  );

  it('exist for every rule, with a kind to filter articles by, and for nothing else', () => {
    const codes = { ...findingSeverities, ...applicationSeverities };
    expect([...inCatalogue].sort()).toEqual(Object.keys(codes).sort());
    for (const [code, entry] of Object.entries(english.finding!)) {
      const keys = Object.keys(entry).map((key) => key.replace(/_(?:one|other)$/, ''));
      const kind = Object.hasOwn(findingSeverities, code) ? ['kind'] : [];
      expect(new Set(keys), code).toEqual(new Set([...kind, 'message', 'help']));
    }
  });

  it('fill every placeholder, which `check` asserts for each finding', () => {
    const rows = readLines('oracle/articles.jsonl');
    expect(rows.flatMap((row) => check(row.payload, world)).length).toBeGreaterThan(rows.length);
  });
});
