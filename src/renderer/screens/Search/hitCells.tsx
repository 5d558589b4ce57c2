import { makeStyles, tokens } from '@fluentui/react-components';
import { BookmarkRegular, DocumentTextRegular } from '@fluentui/react-icons';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Hit, SearchKind } from '../../../shared/search/searching.ts';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';

const useStyles = makeStyles({
  here: { display: 'inline-flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
});

/** The directory's names of the columns that it can sort by. */
export const sortFields: Readonly<Record<SearchKind, Readonly<Record<string, string>>>> = {
  article: { title: 'title', journal: 'bibjson.journal.title.exact', year: 'bibjson.year.exact' },
  journal: { title: 'title', detail: 'bibjson.publisher.name.exact', issns: 'issn' },
  application: { title: 'title', detail: 'admin.application_status.exact', issns: 'issn' },
};

export function hitColumns(kind: SearchKind): GridColumn[] {
  const column = (key: string, track: string, from = 0): GridColumn => ({
    key,
    track,
    from,
    label: t(key === 'detail' ? `search.column.detail.${kind}` : `search.column.${key}`),
    isSortable: Object.hasOwn(sortFields[kind], key),
  });
  const here = column('here', '116px', 560);
  const title = column('title', 'minmax(0, 3fr)');
  if (kind !== 'article') {
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

export function hitCells(hit: Hit, kind: SearchKind): Cells {
  const quiet = (text: string) => text !== '' && <QuietCell tip={text}>{text}</QuietCell>;
  return {
    title: <TitleCell title={hit.title} />,
    detail: quiet(hit.detail || describe(hit.status)),
    journal: quiet(hit.journal),
    issns: quiet(hit.issns.join(', ')),
    year: hit.year,
    here: hereText(hit, kind) !== '' && <Here hit={hit} kind={kind} />,
  };
}

function Here({ hit, kind }: { hit: Hit; kind: SearchKind }) {
  const styles = useStyles();
  return (
    <span className={styles.here}>
      {kind === 'journal' && hit.mine ? <BookmarkRegular /> : <DocumentTextRegular />}
      {hereText(hit, kind)}
    </span>
  );
}

/** The local state of a hit, in a word or two; empty if there is none. */
function hereText({ draftId, mine }: Pick<Hit, 'draftId' | 'mine'>, kind: SearchKind): string {
  if (kind === 'journal' && mine) return t('search.here.mine');
  return draftId === null ? '' : t(`search.here.${kind}`);
}
