import { describe, expect, it } from 'vitest';
import { articleToWire } from '../../../../src/shared/article/article.ts';
import { journalsFromList } from '../../../../src/shared/journal/journal.ts';
import { check, errors, readJson, readLines, world } from './sample.ts';

interface Case {
  file: string;
  expect: { status: number };
  client_validator: { verdict: string; fields: string[] };
}

describe('predictions of the service’s responses', () => {
  const rows = readLines('oracle/articles.jsonl');

  it.each(rows.map((row) => [row.id, row.mutation, row] as const))(
    '%s %s is foreseen',
    (_id, _mutation, row) => {
      expect(errors(row.payload, world).length === 0).toBe(row.accepted);
    },
  );

  it('an accepted record without its dropped values is accepted too and has nothing left to drop', () => {
    for (const row of rows.filter((one) => one.accepted)) {
      const findings = check(articleToWire(row.payload), world);
      expect(
        findings.filter((finding) => finding.severity !== 'warning'),
        row.id,
      ).toEqual([]);
    }
  });

  const index = readJson('directory/index.json');
  const directory = journalsFromList(readJson('directory/world.json'));
  const cases = index.entries.filter((entry: { kind: string }) => entry.kind === 'article');

  it.each<Case>(cases)('$file gets its verdict at its fields', (entry) => {
    const { file } = entry;
    const { verdict, fields } = entry.client_validator;
    const record = readJson(`directory/${file}`);
    const offline = check(record);
    const atFields = offline.filter((finding) => fields.includes(finding.path));
    if (verdict === 'error') {
      expect(
        atFields.filter((finding) => finding.severity === 'error').map((finding) => finding.path),
      ).toEqual(fields);
    } else expect(errors(record)).toEqual([]);
    if (verdict === 'warn')
      expect(atFields.map((finding) => finding.path).sort()).toEqual([...fields].sort());
    if (verdict === 'ok') expect(offline).toEqual([]);
    const isDuplicate = fields.includes('duplicate');
    if (!isDuplicate) expect(errors(record, directory).length === 0).toBe(entry.expect.status === 201);
  });

  it('a record of a bulk file is checked like a single one', () => {
    for (const row of readLines('oracle/bulk_articles.jsonl')) {
      const status = row.status_after_run?.status;
      const isDuplicate = /multiple|duplicate|changed/.test(row.status_after_run?.error ?? '');
      if (row.account !== 'pub1' || isDuplicate || row.batch.length === 0) continue;
      const isFine = row.batch.every((record: unknown) => errors(record, world).length === 0);
      expect(isFine, row.scenario).toBe(status === 'processed');
    }
  });
});
