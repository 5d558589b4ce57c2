import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Refusal } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { RecordSession, Saved } from '../../state/recordSession.ts';
import { useLink } from '../../state/session.ts';
import { Callout } from '../Callout.tsx';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import type { DiffOrder } from './compareRecords.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    ':not(:empty)': { marginBlock: tokens.spacingVerticalS },
  },
});

/** A record that a form shows messages about. */
export type Messaged = Saved & { trashedAt: string | null };

/** The last refusal as the form reports it: its title, and the path of the field it is about. */
export interface ShownRefusal {
  refusal: Refusal;
  title: Message;
  path: string;
}

/** The messages above the fields: first those about saving, then `children`, then the refusal. */
export function RecordMessages<T extends Messaged>(props: {
  session: RecordSession<T>;
  diffOrder: DiffOrder;
  /** Takes the record out of the trash. */
  restore: { isBusy: boolean; run: () => void };
  refused: ShownRefusal | null;
  goTo: (path: string) => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const { session } = props;
  const isTrashed = useStore(
    session.store,
    ({ draft, error }) => draft !== null && draft.trashedAt !== null && error?.code !== 'not_found',
  );
  return (
    <div className={styles.list}>
      <SavingMessages session={session} diffOrder={props.diffOrder} />
      {isTrashed && <Trashed {...props.restore} />}
      {props.children}
      <Restored session={session} />
      {props.refused && <Refused {...props.refused} goTo={props.goTo} />}
    </div>
  );
}

function Trashed(restore: { isBusy: boolean; run: () => void }) {
  return (
    <Callout intent="warning" action={{ ...restore, label: t('article.restore') }}>
      {t('article.trashed')}
    </Callout>
  );
}

function Refused({ refusal, title, path, goTo }: ShownRefusal & { goTo: (path: string) => void }) {
  const { message, help, words } = refusal;
  return (
    <ErrorPanel
      error={new AppError('refused', title, { why: message, fix: help, details: words })}
      actions={
        path !== '' && (
          <Button size="small" onClick={() => goTo(path)}>
            {t('article.refused.go', { field: fieldText(path) })}
          </Button>
        )
      }
    />
  );
}

function SavingMessages<T extends Saved>(props: { session: RecordSession<T>; diffOrder: DiffOrder }) {
  const { session } = props;
  const isConflict = useStore(session.store, (state) => state.conflict !== null);
  return (
    <>
      {isConflict && <Conflict {...props} />}
      <SaveError session={session} />
    </>
  );
}

function Conflict<T extends Saved>({
  session,
  diffOrder,
}: {
  session: RecordSession<T>;
  diffOrder: DiffOrder;
}) {
  const { record, base, conflict } = useStore(session.store);
  if (!conflict) return null;
  return (
    <ConflictPanel
      mine={record}
      base={base}
      theirs={conflict}
      diffOrder={diffOrder}
      onResolve={session.resolve}
    />
  );
}

function SaveError<T extends Saved>({ session }: { session: RecordSession<T> }) {
  const error = useStore(session.store, (state) => state.error);
  const link = useLink((one) => one.link);
  // While Colophon itself does not answer, the window says so above.
  if (!error || link !== 'up') return null;
  if (error.code === 'not_found') {
    const gone = new AppError(error.code, error.problem, { ...error.toWire(), fix: msg('article.gone') });
    return <ErrorPanel error={gone} />;
  }
  return (
    <ErrorPanel
      error={new AppError(error.code, msg('article.notSaved', { message: error.problem }), error.toWire())}
      onRetry={session.flush}
    />
  );
}

/** Reports that text typed before a reload was restored. */
function Restored<T extends Saved>({ session }: { session: RecordSession<T> }) {
  const isRestored = useStore(session.store, (state) => state.restored);
  return isRestored ? <Callout intent="info">{t('article.restored')}</Callout> : null;
}
