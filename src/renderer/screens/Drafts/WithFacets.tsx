import { makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { thinLine, useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { lazyFirst } from '../../parts/lazy/lazy.tsx';
import { useWidth } from '../../parts/useWidth.ts';
import { setRoom, toggleFacetPanel, useFacetPanel } from '../../state/dialogs/facetPanel.ts';

const FacetPanel = lazyFirst(async () => (await import('./FacetPanel.tsx')).FacetPanel);

/** The minimum width of the list, in CSS pixels, for facets to fit beside the rows. */
const roomFrom = 720;

const useStyles = makeStyles({
  root: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  panel: {
    flexShrink: 0,
    width: '244px',
    boxSizing: 'border-box',
    overflowY: 'auto',
    paddingInline: tokens.spacingHorizontalXS,
    borderRight: thinLine,
  },
});

/** The list with the facets beside it or, if there is no room, in a dialog above it. */
export function WithFacets(props: { children: ReactNode }) {
  const styles = useStyles();
  const common = useCommonStyles();
  const { ref, width } = useWidth();
  const { hasRoom, isBeside, isAbove } = useFacetPanel();
  useEffect(() => {
    if (width > 0) setRoom(width >= roomFrom);
  }, [width]);
  return (
    <div ref={ref} className={styles.root}>
      {hasRoom && isBeside && (
        <aside
          className={styles.panel}
          aria-label={t('drafts.filters')}
          data-region="facets"
          data-help="facets"
        >
          <FacetPanel />
        </aside>
      )}
      {!hasRoom && isAbove && (
        <AppDialog
          help="facets"
          title={t('drafts.filters')}
          close={t('common.close')}
          changesAddress
          onClose={toggleFacetPanel}
        >
          <FacetPanel />
        </AppDialog>
      )}
      <div className={common.fillingColumn}>{props.children}</div>
    </div>
  );
}
