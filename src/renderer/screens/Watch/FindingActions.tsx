import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { type FindingKind, type WatchAction, watchActions } from '../../../shared/watch/findingKinds.ts';
import type { Finding } from '../../../shared/watch/watch.ts';
import { useAction } from '../../parts/useAction.ts';
import { attempt } from '../../state/attempt.ts';
import { call } from '../../state/data/client.ts';
import { useDecidesAlone } from '../../state/data/office.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { fetchFindings } from './fetchFindings.ts';

/** The findings that an action is for; null: all open ones of the kind. */
type Meant = readonly Finding[] | null;

/** The buttons for findings of one kind: what can be put right, checking their links, and leaving them as they are. */
export function FindingActions(props: {
  accountId: string;
  kind: FindingKind;
  /** They are not decided yet. */
  isOpen: boolean;
  of: Meant;
  size?: 'small' | 'medium';
  /** They have been decided. */
  onDone: () => void;
}) {
  const { accountId, kind, of, size, isOpen } = props;
  const isAlone = useDecidesAlone(accountId);
  // The selection may change while the dialog is open, which is about the findings of the moment when it was opened.
  const [asked, setAsked] = useState<{ action: WatchAction; about: Meant } | null>(null);
  const actions: readonly WatchAction[] = watchActions[kind];
  const all = of === null ? 'all' : 'some';
  const links = useAction(async (about: Meant) => {
    if (kind === 'link') return openDialog('links', { accountId, findings: idsOf(about) });
    const found = about ?? (await fetchFindings({ accountId, kind, isOpen: true }));
    const ids = found.flatMap(({ draftId }) => (draftId === null ? [] : [draftId]));
    if (ids.length > 0) openDialog('links', { accountId, selection: { ids } });
    else showDone(t('watchScreen.noDrafts'));
  });
  const leave = useAction(async (isLeft: boolean) => {
    // Only a person's decision can be taken back.
    const named = idsOf(isLeft ? of : (of ?? []).filter(({ decision }) => decision === 'left'));
    const isDone = await attempt(async () => {
      const { count } = await call('watch.leave', { accountId, kind, which: named, isLeft });
      const done = t(isLeft ? 'watchScreen.left' : 'watchScreen.opened', { count, n: formatNumber(count) });
      showDone(isAlone ? `${done} ${t('watchScreen.alone')}` : done);
    });
    if (isDone) props.onDone();
  });
  if (!isOpen) {
    if (!of?.some(({ decision }) => decision === 'left')) return null;
    return (
      <Button size={size} disabledFocusable={leave.isBusy} onClick={() => leave.run(false)}>
        {t('watchScreen.openAgain')}
      </Button>
    );
  }
  return (
    <>
      {actions.map((action, at) => (
        <Button
          key={action}
          size={size}
          appearance={at === 0 ? 'primary' : 'secondary'}
          onClick={() => setAsked({ action, about: of })}
        >
          {t(`watchScreen.action.${action}.${all}`)}
        </Button>
      ))}
      {(kind === 'deleted' || kind === 'link') && (
        <Button
          size={size}
          appearance={actions.length === 0 ? 'primary' : 'secondary'}
          disabledFocusable={links.isBusy}
          onClick={() => links.run(of)}
        >
          {t(kind === 'link' ? `watchScreen.checkAgain.${all}` : 'watchScreen.checkLinks')}
        </Button>
      )}
      <Button size={size} disabledFocusable={leave.isBusy} onClick={() => leave.run(true)}>
        {t(`watchScreen.leave.${all}`)}
      </Button>
      {asked && (
        <ActionDialog
          accountId={accountId}
          kind={kind}
          which={idsOf(asked.about)}
          action={asked.action}
          onCheckLinks={() => links.run(asked.about)}
          onClose={() => setAsked(null)}
          onDone={props.onDone}
        />
      )}
    </>
  );
}

function idsOf(findings: Meant): number[] | null {
  return findings?.map(({ id }) => id) ?? null;
}
