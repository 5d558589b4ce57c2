import {
  type ApplicationProblem,
  readApplicationErrors,
} from '../../../shared/application/applicationErrors.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { contextOf, type DeriveDeps } from './applicationDeps.ts';
import { type RefusalCode, whatOf } from './stepAfter.ts';

/** Our explanation of what the directory said about an application; `body` as it was sent. */
export function explainApplication(
  deps: DeriveDeps,
  row: StoredApplication,
  body: DraftRecord,
  said: { status: number | null; words: string; reference: string },
  code: RefusalCode | null,
): Refusal {
  const params = { what: whatOf(row.kind), count: row.attempts };
  const name = code ?? 'refused';
  const [first, ...more] = code === null ? problemsOf(deps, row, body, said.words) : [];
  const own = {
    path: '',
    message: msg(`applicationLife.refusal.${name}.message`, params),
    help: msg(`applicationLife.refusal.${name}.help`, params),
  };
  const explained = first
    ? { path: first.path, message: withMore(first, more.length), help: first.help }
    : own;
  const { words, status, reference } = said;
  return { ...explained, code: name, words, status, reference, uploadId: null, at: isoNow(deps) };
}

/** Returns what the directory found wrong with the record as it is here, as findings on its fields; none after it was edited. */
export function refusalFindings(deps: DeriveDeps, row: StoredApplication): Finding[] {
  const { refusal } = row;
  if (refusal?.code !== 'refused' || row.refusalHash !== row.hash) return [];
  return problemsOf(deps, row, row.record, refusal.words).map(({ path, message, help }) => ({
    severity: 'error',
    path,
    code: 'refused-by-directory',
    message,
    help,
  }));
}

function problemsOf(
  deps: DeriveDeps,
  row: StoredApplication,
  record: DraftRecord,
  words: string,
): ApplicationProblem[] {
  const context = contextOf(deps, row.accountId, row.journalId, row.base);
  return readApplicationErrors(words, { record, context });
}

function withMore({ message }: ApplicationProblem, count: number): Message {
  return count === 0 ? message : msg('applicationLife.plan.errors', { message, count });
}
