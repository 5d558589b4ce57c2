import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../shared/draft.ts';
import { fieldLabel } from '../../../shared/fieldLabel.ts';
import { asAppError, call } from '../../client.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ConflictPanel } from '../../parts/form/ConflictPanel.tsx';
import { focusField } from '../../parts/form/focusField.ts';
import { formatRecent } from '../../parts/format.ts';
import { showError } from '../../state/notices.ts';
import { useSession } from '../../state/session.ts';
import { articleAnatomy } from './articleAnatomy.ts';
import { doiField, pathMeant, placeOf } from './placeOf.ts';
import type { DraftSession, DraftState } from './useDraft.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    ':not(:empty)': { marginBlock: tokens.spacingVerticalS },
  },
  body: { paddingBlock: tokens.spacingVerticalS },
});

/** What stands above the fields: two versions to choose from, a save that failed, a record in the trash, the last refusal. */
export function ArticleMessages(props: {
  session: DraftSession;
  state: DraftState;
  refusal: Refusal | null;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session, state } = props;
  const { draft, conflict, error } = state;
  if (!draft) return null;
  return (
    <div className={styles.list}>
      {conflict && (
        <ConflictPanel
          mine={state.record}
          base={state.base}
          theirs={conflict}
          anatomy={articleAnatomy}
          onResolve={session.resolve}
        />
      )}
      {error && <SaveError {...props} />}
      {draft.trashedAt !== null && error?.code !== 'not_found' && (
        <Trashed id={draft.id} accountId={draft.accountId} />
      )}
      {state.restored && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{t('article.restored')}</MessageBarBody>
        </MessageBar>
      )}
      {props.refusal ? (
        <Refused refusal={props.refusal} state={state} />
      ) : (
        draft.refusal &&
        (draft.sync === 'never' || draft.sync === 'changed') && <EditedSince refusal={draft.refusal} />
      )}
    </div>
  );
}

function SaveError({ session, state }: { session: DraftSession; state: DraftState }) {
  const { t } = useTranslation();
  const { error } = state;
  const link = useSession((one) => one.link);
  // While Colophon itself is away, the window says so above.
  if (!error || link !== 'up') return null;
  if (error.code === 'not_found') return <ErrorPanel error={{ ...error.toWire(), fix: t('article.gone') }} />;
  return (
    <ErrorPanel
      error={{ ...error.toWire(), message: t('article.notSaved', { message: error.message }) }}
      actions={
        <Button size="small" onClick={() => void session.flush()}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

function Trashed(props: { id: number; accountId: string }) {
  const { t } = useTranslation();
  const restore = () => {
    call('drafts.restore', { accountId: props.accountId, selection: { ids: [props.id] } }).catch((error) =>
      showError(asAppError(error)),
    );
  };
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{t('article.trashed')}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={restore}>
          {t('article.restore')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

/** What was refused has been edited: it can be sent again, and the reason can still be read. */
function EditedSince({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{t('article.refused.edited', { when: formatRecent(refusal.at) })}</MessageBarTitle>
        {refusal.message} {refusal.help}
      </MessageBarBody>
    </MessageBar>
  );
}

function Refused({ refusal, state }: { refusal: Refusal; state: DraftState }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const place = placeOf(pathMeant(refusal), state.record);
  const when = formatRecent(refusal.at);
  // What we held back or gave up on is not the directory's no.
  const key = state.draft?.sync === 'failed' ? 'article.refused.failed' : 'article.refused.title';
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{t(key, { when })}</MessageBarTitle>
        {refusal.message} {refusal.help}
      </MessageBarBody>
      {refusal.path !== '' && (
        <MessageBarActions>
          <Button size="small" onClick={() => focusField(place)}>
            {t('article.refused.go', {
              field: place.field === doiField ? t('field.doi') : fieldLabel(refusal.path, state.record),
            })}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
