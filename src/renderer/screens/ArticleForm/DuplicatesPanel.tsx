import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Draft, Duplicate } from '../../../shared/draft/draft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { Callout } from '../../parts/Callout.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { compareRecords } from '../../parts/form/compareRecords.ts';
import { FieldComparison } from '../../parts/form/FieldComparison.tsx';
import { TextButton } from '../../parts/TextButton.tsx';
import { draftHref } from '../../state/route.ts';
import { useDraftPart } from './articleContext.ts';
import { useDuplicates } from './useDuplicates.ts';

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

function Twin(props: { draft: Draft; duplicate: Duplicate }) {
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
