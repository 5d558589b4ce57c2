import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../shared/draft/draft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { articleForm, doiField, refusedPath } from '../../parts/article/articleFields.ts';
import { focusField } from '../../parts/form/focusField.ts';
import { placePath } from '../../parts/form/placeFindings.ts';
import { RecordMessages, Restored, Said } from '../../parts/form/RecordMessages.tsx';
import { useAsk } from '../../parts/useAsk.ts';
import { formatRecent } from '../../state/format.ts';
import type { DraftSession, DraftState } from './useDraft.ts';

/** What stands above the fields: two versions to choose from, a save that failed, a record in the trash, the last refusal. */
export function ArticleMessages(props: {
  session: DraftSession;
  state: DraftState;
  refusal: Refusal | null;
}) {
  const { session, state, refusal } = props;
  const { draft, error } = state;
  if (!draft) return null;
  const { trashedAt, sync } = draft;
  return (
    <RecordMessages session={session} diffOrder={articleDiffOrder}>
      {trashedAt !== null && error?.code !== 'not_found' && (
        <Trashed id={draft.id} accountId={draft.accountId} />
      )}
      <Restored session={session} />
      {refusal ? (
        <Refused refusal={refusal} state={state} />
      ) : (
        draft.refusal && (sync === 'never' || sync === 'changed') && <EditedSince refusal={draft.refusal} />
      )}
    </RecordMessages>
  );
}

function Trashed({ id, accountId }: { id: number; accountId: string }) {
  const { t } = useTranslation();
  const restore = useAsk('drafts.restore', { accountId, selection: { ids: [id] } });
  return (
    <Said intent="warning" action={{ ...restore, label: t('article.restore') }}>
      {t('article.trashed')}
    </Said>
  );
}

/** What was refused has been edited: it can be sent again, and the reason can still be read. */
function EditedSince({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation();
  return (
    <Said intent="info" title={t('article.refused.edited', { when: formatRecent(refusal.at) })}>
      {describe(refusal.message)} {describe(refusal.help)}
    </Said>
  );
}

function Refused({ refusal, state }: { refusal: Refusal; state: DraftState }) {
  const { t } = useTranslation();
  const place = placePath(refusedPath(refusal), state.record, articleForm);
  const when = formatRecent(refusal.at);
  // What we held back or gave up on is not the directory's no.
  const key = state.draft?.sync === 'failed' ? 'article.refused.failed' : 'article.refused.title';
  const field = place.field === doiField ? t('field.doi') : fieldText(refusal.path, state.record);
  const action = { label: t('article.refused.go', { field }), run: () => focusField(place) };
  return (
    <Said intent="error" title={t(key, { when })} action={refusal.path === '' ? undefined : action}>
      {describe(refusal.message)} {describe(refusal.help)}
    </Said>
  );
}
