import { Button, Spinner } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import type { BulkChange } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { setPickedJournals } from '../../state/records/journalsView.ts';
import {
  type ChangeDraft,
  exceptionsOf,
  isGoing,
  type Previews,
  toBulkChanges,
  type Unticked,
} from './bulkChanges.ts';
import { ChangeEditor } from './ChangeEditor.tsx';
import { createdText, createLabel } from './createdText.ts';
import { ManyPreview } from './ManyPreview.tsx';
import { type Made, ReviewMade } from './ReviewMade.tsx';

/** One change for many journals: defined, previewed for each of them, turned into drafts, and sent. */
export function ManyChanges(props: {
  accountId: string;
  journalIds: readonly string[];
  onClose: () => void;
}) {
  const [made, setMade] = useState<Made | null>(null);
  if (!made) return <ChangesDialog {...props} onMade={setMade} />;
  return <ReviewMade accountId={props.accountId} made={made} onClose={props.onClose} />;
}

function ChangesDialog(props: {
  accountId: string;
  journalIds: readonly string[];
  onClose: () => void;
  onMade: (made: Made) => void;
}) {
  const styles = useCommonStyles();
  const { journalIds, onClose } = props;
  const account = useAccount();
  const [drafts, setDrafts] = useState<readonly ChangeDraft[]>([blank(0)]);
  const work = useWork(props, drafts);
  const count = journalIds.length;
  const edit = (next: readonly ChangeDraft[]) => {
    setDrafts(next);
    work.forget();
  };
  if (!account) return null;
  return (
    <AppDialog
      isAlert
      help="journals"
      title={t('journals.many.title', { count, n: formatNumber(count) })}
      maxWidth="860px"
      error={work.error}
      action={
        work.previews
          ? {
              label: createLabel(work.going),
              isBusy: work.isBusy,
              isDisabled: work.going.length === 0,
              run: work.create,
            }
          : {
              label: t('journals.many.preview'),
              isDisabled: work.isBusy || work.changes === null,
              run: work.preview,
            }
      }
      onClose={onClose}
    >
      <p>{t('journals.many.text')}</p>
      {drafts.map((draft, at) => (
        <ChangeEditor
          key={draft.key}
          account={account}
          change={draft}
          place={at + 1}
          onChange={(next) => edit(drafts.map((one) => (one.key === next.key ? next : one)))}
          onRemove={drafts.length > 1 ? () => edit(drafts.filter(({ key }) => key !== draft.key)) : null}
        />
      ))}
      <Button
        size="small"
        className={styles.selfStart}
        icon={<AddRegular />}
        onClick={() => edit([...drafts, blank(Math.max(...drafts.map(({ key }) => key)) + 1)])}
      >
        {t('journals.many.addChange')}
      </Button>
      {work.isBusy && <Spinner className={styles.justifyStart} label={t('journals.many.working')} />}
      {work.previews && !work.isBusy && (
        <ManyPreview isRevealed previews={work.previews} unticked={work.unticked} onTick={work.setUnticked} />
      )}
    </AppDialog>
  );
}

/** Previews the changes of each journal, and creates the drafts. */
function useWork(
  props: { accountId: string; journalIds: readonly string[]; onMade: (made: Made) => void },
  drafts: readonly ChangeDraft[],
) {
  const { accountId, journalIds } = props;
  const [{ plan, previews }, setListed] = useState<{ plan: string; previews: Previews | null }>(noneListed);
  const [unticked, setUnticked] = useState<Unticked>(noneUnticked);
  const going = previews?.filter((one) => isGoing(one, unticked)) ?? [];
  const changes = toBulkChanges(drafts);
  const { run, isBusy, error } = useOwnAction((work: () => Promise<void>) => work());
  // A preview that comes after an edit shows changes that are no longer asked for.
  const turn = useRef(0);
  const preview = async (all: BulkChange[]) => {
    const own = ++turn.current;
    const input = { accountId, journalIds: [...journalIds], changes: all };
    const { id, proposals: next } = await call('applications.previewMany', input);
    if (own !== turn.current) return;
    setListed({ plan: id, previews: next });
    setUnticked(noneUnticked);
    const count = next.filter((one) => isGoing(one, noneUnticked)).length;
    announce(t('journals.many.would', { count, n: formatNumber(count) }));
  };
  const create = async (listed: Previews) => {
    const done = await call('applications.createMany', { plan, except: exceptionsOf(listed, unticked) });
    const text = createdText(done, going);
    setPickedJournals(new Set());
    announce(text);
    props.onMade({ ids: done.ids, text, undoId: done.undoId });
  };
  return {
    previews,
    going,
    unticked,
    setUnticked,
    error,
    isBusy,
    changes,
    forget: () => {
      turn.current++;
      setListed(noneListed);
    },
    preview: () => changes && run(() => preview(changes)),
    create: () => previews && run(() => create(previews)),
  };
}

const noneUnticked: Unticked = new Map();
const noneListed = { plan: '', previews: null };

function blank(key: number): ChangeDraft {
  return { key, path: '', how: 'set', record: {}, find: '', replacement: '' };
}
