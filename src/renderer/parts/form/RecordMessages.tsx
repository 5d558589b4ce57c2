import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { takeParts } from '../../../shared/draft/takeParts.ts';
import { AppError } from '../../../shared/errors.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { useLink } from '../../state/data/session.ts';
import { formatTime } from '../../state/format.ts';
import type { RecordSession, Saved } from '../../state/records/recordSession.ts';
import { Callout } from '../Callout.tsx';
import { useCommonStyles } from '../commonStyles.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { useLanguage } from '../texts/useLanguage.ts';
import { compareRecords, type Difference, type DiffOrder } from './comparison/compareRecords.ts';
import { FieldComparison, type Side } from './comparison/FieldComparison.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    ':not(:empty)': { marginBlock: tokens.spacingVerticalS },
  },
  conflict: { scrollMarginTop: 'var(--form-header, 120px)' },
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

/** Two windows changed the draft: shows both versions side by side, and saves nothing until the user chooses one as a whole or field by field. */
function ConflictPanel(props: {
  mine: DraftRecord;
  theirs: Saved;
  /** The version that both started from. */
  base: DraftRecord;
  diffOrder: DiffOrder;
  onResolve: (record: DraftRecord) => void;
}) {
  const language = useLanguage();
  const styles = useCommonStyles();
  const ownStyles = useStyles();
  const panel = useRef<HTMLElement>(null);
  const { mine, theirs, base, diffOrder } = props;
  const differences = useMemo(
    () => compareRecords(mine, theirs.record, diffOrder),
    [language, mine, theirs.record, diffOrder],
  );
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const chosen = { ...preferred(differences, mine, base), ...choices };
  // It appears above fields that may be far down the form, and nothing is saved until the user has chosen.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, []);
  const saveChosen = () => {
    const paths = differences
      .filter((one) => !one.isSame && chosen[one.path] === 'right')
      .map((one) => one.path);
    props.onResolve(takeParts(mine, theirs.record, paths));
  };
  return (
    <section
      ref={panel}
      className={ownStyles.conflict}
      tabIndex={-1}
      aria-label={t('article.conflict.title')}
    >
      <Callout
        intent="warning"
        className={styles.marginBlock}
        bodyClassName={styles.gridOfRows}
        role="alert"
        politeness="assertive"
        title={t('article.conflict.title')}
      >
        <div>{t('article.conflict.text', { time: formatTime(theirs.updatedAt) })}</div>
        <FieldComparison
          name={t('article.conflict.table')}
          titles={{ left: t('article.conflict.mine'), right: t('article.conflict.theirs') }}
          differences={differences}
          chosen={chosen}
          onChoose={(path, side) => setChoices((before) => ({ ...before, [path]: side }))}
        />
        <div className={styles.buttonRow}>
          <Button appearance="primary" onClick={saveChosen}>
            {t('article.conflict.saveChosen')}
          </Button>
          <Button onClick={() => props.onResolve(theirs.record)}>{t('article.conflict.useTheirs')}</Button>
          <Button onClick={() => props.onResolve(mine)}>{t('article.conflict.keepMine')}</Button>
        </div>
      </Callout>
    </section>
  );
}

/** Prefers the other window's value of fields that only it changed, and this window's value of all others. */
function preferred(
  differences: readonly Difference[],
  mine: DraftRecord,
  base: DraftRecord,
): Record<string, Side> {
  return Object.fromEntries(
    differences.map(({ path }) => [path, sameJson(getAt(mine, path), getAt(base, path)) ? 'right' : 'left']),
  );
}
