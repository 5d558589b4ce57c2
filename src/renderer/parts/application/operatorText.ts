import { applicationSummary } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { operatorMessage } from '../../../shared/i18n/operatorMessage.ts';

/** The message to the operator about values of an Update Request that the directory will not accept. */
export function messageAbout(
  { base, journalId, title }: Pick<Application, 'base' | 'journalId' | 'title'>,
  values: readonly IgnoredValue[],
): { subject: string; body: string } {
  const { pissn, eissn } = applicationSummary(base ?? {});
  const issns = [pissn, eissn].filter((issn) => issn !== '');
  return operatorMessage({ journal: { title, id: journalId ?? '', issns }, values });
}

/** Values that the user wants the operator to store in fields without a proposed one; empty: still to be filled in. */
export function wishesFor(
  { base }: Pick<Application, 'base'>,
  paths: readonly string[],
  wanted: string,
): IgnoredValue[] {
  return paths.map((path) => ({ path, kept: getAt(base, path) ?? null, proposed: wanted.trim() || '…' }));
}
