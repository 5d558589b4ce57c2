import { Spinner } from '@fluentui/react-components';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Account } from '../../../shared/directory/account.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { attempt } from '../../state/attempt.ts';
import { chooseAccount, getAccount, useAccounts } from '../../state/data/session.ts';
import type { RecordSession, RecordSource, Saved } from '../../state/records/recordSession.ts';
import { useRecord } from '../../state/records/useRecord.ts';
import { useCommonStyles } from '../commonStyles.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';

/** A loaded record with its session and account. */
export interface Opened<T extends Saved> {
  session: RecordSession<T>;
  /** As main has it. */
  saved: T;
  account: Account;
}

/**
 * Opens a record and keeps its session while the form is shown, in its own account; until it is loaded, `frame` surrounds
 * the progress or the error.
 */
export function OpenRecord<T extends Saved & { accountId: string }>(props: {
  source: RecordSource<T>;
  id: number;
  frame?: (content: ReactNode) => ReactNode;
  children: (opened: Opened<T>) => ReactNode;
}) {
  const styles = useCommonStyles();
  const session = useRecord(props.source, props.id);
  const saved = useStore(session.store, (state) => state.draft);
  const error = useStore(session.store, (state) => state.error);
  const account = useAccounts().find(({ id }) => id === saved?.accountId);
  const accountId = account?.id;
  // A link or a step back may lead to another account's record, and its form beside this one's list would mislead.
  useEffect(() => {
    if (accountId !== undefined && accountId !== getAccount()?.id)
      void attempt(() => chooseAccount(accountId));
  }, [accountId]);
  const { frame = (content) => content } = props;
  if (saved && account) return props.children({ session, saved, account });
  if (!error) return frame(<Spinner className={styles.paddedWide} label={t('common.loading')} />);
  return frame(<ErrorPanel error={error} onRetry={session.load} />);
}
