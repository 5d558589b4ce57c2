import { makeStyles, tokens } from '@fluentui/react-components';
import { BookmarkRegular, DocumentTextRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { Hit, SearchKind } from '../../../shared/searching.ts';
import { t } from '../../../shared/words.ts';
import type { GridColumn } from '../../parts/RowGrid.tsx';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground2 },
  untitled: { color: tokens.colorNeutralForeground2, fontStyle: 'italic' },
  here: { display: 'inline-flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
});

/** The columns of a list of hits. */
export function hitColumns(kind: SearchKind): GridColumn[] {
  const column = (key: string, track: string, from = 0): GridColumn => ({
    key,
    track,
    from,
    label: t(key === 'detail' ? `search.column.detail.${kind}` : `search.column.${key}`),
  });
  const here = column('here', '116px', 560);
  const title = column('title', 'minmax(0, 3fr)');
  if (kind === 'journal') {
    return [title, column('detail', 'minmax(0, 2fr)', 480), column('issns', '196px', 640), here];
  }
  if (kind === 'application') {
    return [title, column('detail', 'minmax(0, 2fr)', 480), column('issns', '196px', 640), here];
  }
  return [
    title,
    column('detail', 'minmax(0, 2fr)', 760),
    column('journal', 'minmax(0, 2fr)', 900),
    column('year', '56px', 480),
    here,
  ];
}

/** The cells of a hit by column. */
export function hitCells(hit: Hit, kind: SearchKind): Record<string, ReactNode> {
  return {
    title: <Title title={hit.title} />,
    detail: hit.detail && <Quiet text={hit.detail} />,
    journal: hit.journal && <Quiet text={hit.journal} />,
    issns: hit.issns.length > 0 && <Quiet text={hit.issns.join(', ')} />,
    year: hit.year,
    here: hereWords(hit, kind) !== '' && <Here hit={hit} kind={kind} />,
  };
}

function Title({ title }: { title: string }) {
  const styles = useStyles();
  if (title !== '') return <span title={title}>{title}</span>;
  return (
    <span className={styles.untitled} data-quiet>
      {t('common.untitled')}
    </span>
  );
}

function Quiet({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <span className={styles.quiet} title={text} data-quiet>
      {text}
    </span>
  );
}

function Here({ hit, kind }: { hit: Hit; kind: SearchKind }) {
  const styles = useStyles();
  return (
    <span className={styles.here}>
      {kind === 'journal' && hit.mine ? <BookmarkRegular /> : <DocumentTextRegular />}
      {hereWords(hit, kind)}
    </span>
  );
}

/** What of a hit is here, in a word or two; empty for nothing. */
function hereWords({ draftId, mine }: Pick<Hit, 'draftId' | 'mine'>, kind: SearchKind): string {
  if (kind === 'journal' && mine) return t('search.here.mine');
  return draftId === null ? '' : t(`search.here.${kind}`);
}
