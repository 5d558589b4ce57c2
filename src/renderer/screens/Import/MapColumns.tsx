import {
  Button,
  Field,
  Input,
  makeStyles,
  mergeClasses,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { dateOrderOf } from '../../../shared/tables/dateOrder.ts';
import type { MappingView } from '../../../shared/tables/mappingView.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import { column, fillingColumn, secondary, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useAction } from '../../parts/useAction.ts';
import { attempt } from '../../state/attempt.ts';
import { call } from '../../state/data/client.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { ColumnList } from './ColumnList.tsx';
import { isUnmapped } from './columnChoices.ts';
import { ImportRemarks } from './ImportRemarks.tsx';
import { MappedArticles } from './MappedArticles.tsx';
import { MappingOptions } from './MappingOptions.tsx';
import { SavedMappings } from './SavedMappings.tsx';

/** The mapping as the user has changed it, or another place of the table, for which a mapping is proposed. */
type Change = { mapping: TableMapping } | { sheet: string | null; headingRow: number | null };

/** Everything scrolls together if the window is narrow or low. */
const small = '@media (max-width: 899px), (max-height: 480px)';

const useStyles = makeStyles({
  whole: { ...fillingColumn, [small]: { display: 'block', overflowY: 'auto' } },
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    flexGrow: 1,
    minHeight: 0,
    [small]: { display: 'block' },
  },
  part: {
    ...column,
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    padding: tokens.spacingHorizontalM,
    overflowY: 'auto',
    [small]: { overflowY: 'visible' },
  },
  articles: { borderLeft: thinLine, [small]: { borderLeftStyle: 'none', borderTop: thinLine } },
  quiet: secondary,
  end: {
    ...wrappingRow,
    alignItems: 'end',
    flexShrink: 0,
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    borderTop: thinLine,
  },
  name: { flex: '1 1 14rem', minWidth: 0, maxWidth: '28rem' },
  space: { flexGrow: 1 },
});

/** Asks which field of an article each column of a table is, and shows the first articles that this gives. */
export function MapColumns({ status }: { status: ImportStatus }) {
  const { data: view, error } = useCall('imports.mapping', { id: status.id }, { gcTime: 0 });
  if (error && !view) return <ErrorPanel error={error} />;
  return view ? <Mapping status={status} view={view} /> : <Spinner label={t('common.loading')} />;
}

function Mapping({ status, view }: { status: ImportStatus; view: MappingView }) {
  const styles = useStyles();
  const { id } = status;
  const { mapping, change, isStoring } = useMapping(id, view);
  const [name, setName] = useState('');
  const [isOrderMissing, setOrderMissing] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const isOrderOpen = view.columns.some(({ unclearDates }, at) => {
    const column = mapping.columns[at];
    return column !== undefined && unclearDates.length > 0 && dateOrderOf(column, mapping) === null;
  });
  const saving = useAction(async () => {
    const saveAs = name.trim() === '' ? undefined : name.trim();
    await call('imports.readMapped', { id, mapping, saveAs });
  });
  const saved = useCall('imports.mappings', {}).data ?? [];
  const isReplaced = saved.some((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const goOn = () => {
    // Only the answer to the last change says which columns have unclear dates.
    setGoing(isStoring);
    if (isStoring) return;
    if (isOrderOpen) setOrderMissing(true);
    else saving.run();
  };
  useEffect(() => {
    if (isGoing && !isStoring) goOn();
  });
  const unmapped = mapping.columns.filter((one) => isUnmapped(one) && one.heading.trim() !== '').length;
  const articles = { count: view.articles, n: formatNumber(view.articles) };
  return (
    <div className={styles.whole}>
      <div className={styles.root}>
        <section className={styles.part} aria-label={t('import.map.columns')}>
          <Text>{t('import.map.explain')}</Text>
          <ImportRemarks status={status} />
          <MappingOptions
            view={view}
            mapping={mapping}
            isOrderMissing={isOrderMissing}
            onChange={(changed) => change({ mapping: changed })}
            onPlace={change}
          />
          <Text className={styles.quiet} role="status">
            {unmapped === 0
              ? t('import.map.allMapped')
              : t('import.map.unmapped', {
                  count: unmapped,
                  n: formatNumber(unmapped),
                  total: formatNumber(mapping.columns.length),
                })}
          </Text>
          <ColumnList
            view={view}
            columns={mapping.columns}
            onChange={(columns) => change({ mapping: { ...mapping, columns } })}
          />
        </section>
        <section className={mergeClasses(styles.part, styles.articles)} aria-label={t('import.map.articles')}>
          <MappedArticles view={view} />
        </section>
      </div>
      <div className={styles.end}>
        <Field
          className={styles.name}
          label={t('import.map.saveAs')}
          hint={isReplaced ? t('import.map.replaces') : t('import.map.saveHint')}
        >
          <Input value={name} maxLength={100} onChange={(_, { value }) => setName(value)} />
        </Field>
        <SavedMappings saved={saved} onUse={(chosen) => change({ mapping: chosen })} mapping={mapping} />
        <span className={styles.space} />
        <Button
          appearance="primary"
          disabledFocusable={saving.isBusy || isGoing || view.articles === 0}
          onClick={goOn}
        >
          {t('import.map.go', articles)}
        </Button>
      </div>
    </div>
  );
}

/** The mapping as the user has changed it; main stores each change and returns its result. */
function useMapping(id: number, view: MappingView) {
  const [changed, setChanged] = useState<TableMapping | null>(null);
  const [isStoring, setStoring] = useState(false);
  const last = useRef(0);
  const change = (next: Change) => {
    const turn = ++last.current;
    if ('mapping' in next) setChanged(next.mapping);
    setStoring(true);
    void attempt(async () => {
      const answer = await call('imports.changeMapping', { id, change: next });
      if (turn !== last.current) return;
      storeAnswer('imports.mapping', { id }, () => answer);
      setChanged(null);
    }).finally(() => {
      if (turn === last.current) setStoring(false);
    });
  };
  return { mapping: changed ?? view.mapping, change, isStoring };
}
