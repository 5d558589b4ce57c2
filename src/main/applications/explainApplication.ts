import type { DraftRecord, Refusal } from '../../shared/draft.ts';
import { t } from '../../shared/words.ts';
import type { StoredApplication } from '../store/applicationRows.ts';
import { type ApplicationParts, isoNow } from './applicationParts.ts';
import { type RefusalCode, whatOf } from './steps.ts';

/** Our explanation of what the directory said about an application; `body` as it was sent. */
export function explainApplication(
  parts: ApplicationParts,
  row: StoredApplication,
  _body: DraftRecord,
  said: { status: number | null; words: string; reference: string },
  code: RefusalCode | null,
): Refusal {
  const params = { what: whatOf(row.kind), count: row.attempts, words: said.words };
  const name = code ?? 'refused';
  return {
    path: '',
    code: name,
    message: t(`applicationLife.refusal.${name}.message`, params),
    help: t(`applicationLife.refusal.${name}.help`, params),
    words: said.words,
    status: said.status,
    reference: said.reference,
    uploadId: null,
    at: isoNow(parts),
  };
}
