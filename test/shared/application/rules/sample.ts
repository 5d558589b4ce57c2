import { readFileSync } from 'node:fs';
import { checkApplication } from '../../../../src/shared/application/applicationRules.ts';
import type { ApplicationContext } from '../../../../src/shared/application/rules/applicationContext.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../../src/shared/draft/fieldPath.ts';
import type { Finding } from '../../../../src/shared/finding.ts';
import { journalsFromList } from '../../../../src/shared/journal/journal.ts';

const given = new URL('../../../fixtures/given/', import.meta.url);
const readGiven = (path: string) => readFileSync(new URL(path, given), 'utf8');
export const readJson = (path: string) => JSON.parse(readGiven(path));
export const readLines = (path: string) =>
  readGiven(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The date of the samples. */
export const now = new Date('2026-11-21T12:00:00Z');
export const world = readJson('oracle/world_applications.json');

/** The context of a check for `account`: every journal of `from`, or none. */
export function contextFor(
  record: unknown,
  { from = world, account = 'pub1' }: { from?: { journals: { id: string }[] } | null; account?: string } = {},
): ApplicationContext {
  const id = getAt(record, 'admin.current_journal');
  return {
    dialect: '4.0',
    now,
    isPayload: true,
    journals: from ? journalsFromList(from.journals, { accountId: account }) : null,
    journal: from ? (from.journals.find((journal) => journal.id === id) ?? null) : undefined,
  };
}

/** Findings about a payload of 4.0 in the sample world. */
export function check(record: DraftRecord, more: Partial<ApplicationContext> = {}): Finding[] {
  return checkApplication(record, { ...contextFor(record), ...more });
}

export const isRefused = (findings: readonly Finding[]) =>
  findings.some((finding) => finding.severity === 'error');

/** A new application without findings. */
export const fullApplication: DraftRecord = {
  admin: {},
  bibjson: (readJson('directory/application-valid-full.json') as { bibjson: DraftRecord }).bibjson,
};
for (const name of ['subject', 'labels']) delete (fullApplication.bibjson as DraftRecord)[name];

/** An Update Request equal to the journal `ur-full`. */
export const fullUpdate: DraftRecord = {
  admin: { current_journal: 'ur-full' },
  bibjson: structuredClone(
    world.journals.find((journal: { id: string }) => journal.id === 'ur-full').bibjson,
  ),
};

/** A copy with other values at some paths; undefined removes. */
export function withValues(record: DraftRecord, values: Record<string, unknown>): DraftRecord {
  return Object.entries(values).reduce(
    (made, [path, value]) =>
      value === undefined ? removeAt(made, path) : setAt(made, path, value as DraftRecord[string]),
    structuredClone(record),
  );
}

/** The findings about `fullApplication` with other values at some paths of `bibjson`, each as its code and its path there. */
export function findingsWith(
  values: Record<string, unknown>,
  more: Partial<ApplicationContext> = {},
): string[] {
  const inside = Object.entries(values).map(([path, value]) => [`bibjson.${path}`, value]);
  const record = withValues(fullApplication, Object.fromEntries(inside));
  return check(record, more).map(({ code, path }) => `${code} ${path.replace(/^bibjson\./, '')}`);
}
