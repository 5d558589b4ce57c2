import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { Draft, Duplicate } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { readInstant } from '../../../shared/instant.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { Callout } from '../../parts/Callout.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { compareRecords } from '../../parts/form/comparison/compareRecords.ts';
import { FieldComparison } from '../../parts/form/comparison/FieldComparison.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { asAppError, call } from '../../state/data/client.ts';
import { type DeletionTarget, openDialog } from '../../state/dialogs/dialogs.ts';
import { draftHref } from '../../state/navigation/route.ts';
import { useDraftPart } from './articleContext.ts';

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  link: { lineHeight: '24px' },
});

/** Other records with the same DOI or full-text address, each compared with this one and with the effect of sending it. */
export function DuplicatesPanel() {
  const styles = useStyles();
  const draft = useDraftPart((one) => one);
  const { found, asked, isBusy, error, look, askDirectory } = useDuplicates(draft);
  return (
    <div className={styles.panel}>
      {found?.map((duplicate) => (
        <Twin
          key={`${duplicate.where} ${duplicate.draftId} ${duplicate.remoteId}`}
          draft={draft}
          duplicate={duplicate}
          others={found.filter((one) => one !== duplicate)}
        />
      ))}
      {asked !== null && !isBusy && found?.length === 0 && (
        <Text role="status">{t(`article.duplicates.none.${asked}`)}</Text>
      )}
      {error && <ErrorPanel error={error} />}
      <div className={styles.buttons}>
        <Button size="small" disabledFocusable={isBusy} onClick={() => void look()}>
          {t('article.duplicates.look')}
        </Button>
        <Button size="small" disabledFocusable={isBusy} onClick={() => void askDirectory()}>
          {t(isBusy ? 'article.duplicates.asking' : 'article.duplicates.ask')}
        </Button>
      </div>
    </div>
  );
}

function Twin(props: { draft: Draft; duplicate: Duplicate; others: readonly Duplicate[] }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { duplicate } = props;
  const other = t(`article.duplicates.where.${duplicate.where}`);
  return (
    <Callout
      intent={duplicate.effect === 'overwrites' ? 'info' : 'warning'}
      title={t(`article.duplicates.same.${duplicate.same.join('-')}`, {
        where: other,
        title: duplicate.title,
      })}
    >
      <div>{describe(duplicate.message)}</div>
      <div className={styles.buttons}>
        <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'article.duplicates.hide' : 'article.duplicates.compare')}
        </TextButton>
        {duplicate.draftId !== null && duplicate.draftId !== props.draft.id && (
          <Link className={styles.link} href={draftHref(duplicate.draftId)}>
            {t('article.duplicates.open')}
          </Link>
        )}
        {duplicate.where !== 'draft' && duplicate.remoteId !== null && (
          <TextButton
            onClick={() =>
              openDialog('deletion', {
                accountId: props.draft.accountId,
                target: toDelete(duplicate, props.others),
              })
            }
          >
            {t('deletion.one')}
          </TextButton>
        )}
      </div>
      {isOpen && (
        <FieldComparison
          name={t('article.duplicates.table')}
          titles={{ left: t('article.duplicates.this'), right: other }}
          differences={compareRecords(props.draft.record, duplicate.record, articleDiffOrder)}
        />
      )}
    </Callout>
  );
}

/** One of the articles in the directory, and those that stay there. */
function toDelete(duplicate: Duplicate, others: readonly Duplicate[]): DeletionTarget {
  const { where, remoteId, title, record } = duplicate;
  // A record found there has the time of its last change; one sent from here is read when the dialog opens.
  const updated = where === 'directory' ? readInstant(record.last_updated) : null;
  const stays = others.filter((one) => one.where !== 'draft' && one.remoteId !== remoteId);
  const article = { remoteId: remoteId ?? '', title, ...(updated !== null && { updated }) };
  return { articles: [article], stays: stays.map((one) => one.title) };
}

interface Asked {
  /** null: not searched yet. */
  found: readonly Duplicate[] | null;
  /** Where the last search looked: only on this computer, or in the directory too; null if nobody asked for it. */
  asked: 'here' | 'directory' | null;
  isBusy: boolean;
  error: AppError | null;
}

interface Duplicates extends Asked {
  look(): Promise<void>;
  askDirectory(): Promise<void>;
}

const nothingAsked: Asked = { found: null, asked: null, isBusy: false, error: null };

/** Other records with the DOI or the address of the saved draft; the search runs again whenever these change. */
function useDuplicates(draft: Draft): Duplicates {
  const [state, setState] = useState(nothingAsked);
  const { id } = draft;
  const keys = articleKeys(draft.record);
  // An answer counts only if nothing was asked since.
  const latest = useRef(0);

  const ask = useCallback(
    async (name: 'drafts.duplicates' | 'drafts.askDirectory', asked: Duplicates['asked']) => {
      const own = ++latest.current;
      // What was said of the keys before is not said of these.
      setState(({ found }) => ({ ...nothingAsked, found, isBusy: asked !== null }));
      try {
        const found = await call(name, { id });
        if (own === latest.current) setState({ ...nothingAsked, found, asked });
      } catch (thrown) {
        if (own !== latest.current) return;
        setState(({ found }) => ({
          ...nothingAsked,
          found,
          error: asked === null ? null : asAppError(thrown),
        }));
      }
    },
    [id],
  );

  useEffect(() => {
    if (keys.doi !== null || keys.url !== null) void ask('drafts.duplicates', null);
    else {
      latest.current += 1;
      setState(nothingAsked);
    }
  }, [keys.doi, keys.url, ask]);

  return {
    ...state,
    look: () => ask('drafts.duplicates', 'here'),
    askDirectory: () => ask('drafts.askDirectory', 'directory'),
  };
}
