import { Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useRef } from 'react';
import type { EditedRow, EditPreview } from '../../../shared/contract/edits.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { column, outlined, row, smallSecondary, stack, wrapping } from '../../parts/commonStyles.ts';
import { placeKey } from '../../parts/form/place.ts';
import { LongList } from '../../parts/lists/LongList.tsx';
import { WordChange } from '../../parts/texts/WordChange.tsx';
import { announce } from '../../state/announce.ts';
import { usePages } from '../../state/data/usePages.ts';
import { formatNumber } from '../../state/format.ts';

/** Height of a record with one change, in CSS pixels. */
const rowHeight = 60;

const useStyles = makeStyles({
  list: { ...column, ...outlined, maxHeight: 'min(26rem, 42vh)' },
  row: { ...row, alignItems: 'flex-start', minWidth: 0, paddingInlineEnd: tokens.spacingHorizontalM },
  text: { ...stack, rowGap: '2px', paddingBlock: tokens.spacingVerticalSNudge, flexGrow: 1, minWidth: 0 },
  head: { ...wrapping, columnGap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: smallSecondary,
  out: { opacity: 0.65 },
  waiting: { height: '44px' },
});

/** The articles that an edit changes, each with its changes and a box to leave it out. */
export function EditedRows(props: {
  preview: EditPreview;
  /** The articles that are left out. */
  except: ReadonlySet<number>;
  isLocked: boolean;
  onExcept: (ids: ReadonlySet<number>) => void;
}) {
  const styles = useStyles();
  const { preview, except, isLocked, onExcept } = props;
  const input = useMemo(() => ({ id: preview.id }), [preview.id]);
  const { row: rowAt, need } = usePages('edits.previewRows', input, ({ rows }) => rows);
  const list = useRef<HTMLDivElement>(null);
  const toggle = (id: number) => {
    if (isLocked) return;
    const next = new Set(except);
    if (!next.delete(id)) next.add(id);
    onExcept(next);
    const count = preview.changed - next.size;
    announce(t('edits.included', { count, n: formatNumber(count) }));
  };
  const reset = () => {
    onExcept(new Set());
    list.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus();
  };
  return (
    <div className={styles.list} ref={list} style={{ height: `${preview.changed * rowHeight}px` }}>
      <LongList
        key={preview.id}
        label={t('edits.list')}
        total={preview.changed}
        estimatedHeight={rowHeight}
        onRange={need}
        onSpace={(index) => {
          const found = rowAt(index);
          if (found) toggle(found.id);
        }}
      >
        {(index, isStop) => {
          const found = rowAt(index);
          if (!found) return <div className={styles.waiting} />;
          return (
            <Row
              row={found}
              isIn={!except.has(found.id)}
              isStop={isStop}
              isLocked={isLocked}
              onToggle={toggle}
            />
          );
        }}
      </LongList>
      {except.size > 0 && (
        <Button size="small" appearance="transparent" disabled={isLocked} onClick={reset}>
          {t('edits.includeAll')}
        </Button>
      )}
    </div>
  );
}

function Row(props: {
  row: EditedRow;
  isIn: boolean;
  isStop: boolean;
  isLocked: boolean;
  onToggle: (id: number) => void;
}) {
  const styles = useStyles();
  const { id, title, journal, isQueued, changes } = props.row;
  const name = title || t('common.untitled');
  return (
    <div className={styles.row}>
      <Checkbox
        checked={props.isIn}
        disabled={props.isLocked}
        input={{ tabIndex: props.isStop ? 0 : -1 }}
        aria-label={t('edits.include', { title: name })}
        onChange={() => props.onToggle(id)}
      />
      <div className={mergeClasses(styles.text, !props.isIn && styles.out)}>
        <span className={styles.head}>
          <span className={styles.title}>{name}</span>
          {journal !== '' && <span className={styles.quiet}>{journal}</span>}
          {isQueued && <span className={styles.quiet}>{t('edits.queued')}</span>}
        </span>
        {changes.map(({ path, label, ...values }, at) => (
          <WordChange key={placeKey(at)} label={label ? describe(label) : fieldText(path)} {...values} />
        ))}
      </div>
    </div>
  );
}
