import { applicationSummary } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import { operatorMessage } from '../../../shared/i18n/operatorMessage.ts';

/** The message to the operator about values of an Update Request that the directory will not take. */
export function messageAbout(
  { base, journalId, title }: Pick<Application, 'base' | 'journalId' | 'title'>,
  values: readonly IgnoredValue[],
): { subject: string; body: string } {
  const { pissn, eissn } = applicationSummary(base ?? {});
  const issns = [pissn, eissn].filter((issn) => issn !== '');
  return operatorMessage({ journal: { title, id: journalId ?? '', issns }, values });
}
