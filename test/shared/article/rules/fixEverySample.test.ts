import { expect, test } from 'vitest';
import { applyFix } from '../../../../src/shared/draft/fieldPath.ts';
import { check, readLines, world } from './sample.ts';

test('fixes resolve their finding in every sample and make nothing worse', () => {
  const samples = readLines('oracle/articles.jsonl').map((row) => row.payload);
  let tried = 0;
  for (const record of samples) {
    const before = check(record, world);
    for (const finding of before.filter((one) => one.fix)) {
      const after = check(applyFix(record, finding.fix!), world);
      const count = (list: typeof after, code: string) => list.filter((one) => one.code === code).length;
      expect(count(after, finding.code), `${finding.code} ${finding.path}`).toBeLessThan(
        count(before, finding.code),
      );
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(300);
});
