import {
  type ApplicationProblem,
  readApplicationErrors,
} from '../../../shared/application/applicationErrors.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { type RefusalCode, whatOf } from './stepAfter.ts';

/** Makes the refusal for an answer of the directory; `body` as it was sent. */
export function explainApplication(
  rules: ApplicationRules,
  row: StoredApplication,
  body: DraftRecord,
  { words, status, reference }: { status: number | null; words: string; reference: string },
  { code, at }: { code: RefusalCode | null; at: string },
): Refusal {
  const params = { what: whatOf(row.kind), count: row.attempts };
  const name = code ?? 'refused';
  const [first, ...more] = code === null ? problemsOf(rules, row, body, words) : [];
  const own = {
    path: '',
    message: msg(`applicationLife.refusal.${name}.message`, params),
    help: msg(`applicationLife.refusal.${name}.help`, params),
  };
  const explained = first
    ? { path: first.path, message: withMore(first, more.length), help: first.help }
    : own;
  return { ...explained, code: name, words, status, reference, uploadId: null, at };
}

/** Returns the directory's objections as findings on fields; none if the draft was edited since. */
export function refusalFindings(rules: ApplicationRules, row: StoredApplication): Finding[] {
  const { refusal } = row;
  if (refusal?.code !== 'refused' || row.refusalHash !== row.hash) return [];
  return problemsOf(rules, row, row.record, refusal.words).map(({ path, message, help }) => ({
    severity: 'error',
    path,
    code: 'refused-by-directory',
    message,
    help,
  }));
}

function problemsOf(
  rules: ApplicationRules,
  row: StoredApplication,
  record: DraftRecord,
  words: string,
): ApplicationProblem[] {
  const context = rules.context(row.accountId, row.journalId, row.base);
  return readApplicationErrors(words, { record, context });
}

function withMore({ message }: ApplicationProblem, count: number): Message {
  return count === 0 ? message : msg('applicationLife.plan.errors', { message, count });
}
