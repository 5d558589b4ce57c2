import {
  Button,
  Checkbox,
  makeStyles,
  Popover,
  PopoverSurface,
  Text,
  Tooltip,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, ArrowDownRegular, ArrowUpRegular, SubtractRegular } from '@fluentui/react-icons';
import { type ReactElement, type RefObject, useId } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { ListName } from '../../../shared/settings.ts';
import { announce } from '../../state/announce.ts';
import { formatNumber } from '../../state/format.ts';
import { chooseColumns, chooseWidth, resetColumns, useColumnChoice } from './columnChoice.ts';
import { clampWidth, type GridColumn, isChosen, noChoice, orderColumns } from './gridLayout.ts';

const step = 24;
/** The width of a column that is not rendered is unknown. */
const unknownWidth = 120;

const useStyles = makeStyles({
  surface: { padding: tokens.spacingHorizontalM, maxWidth: 'min(24rem, 90vw)' },
  title: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, marginBlock: tokens.spacingVerticalXS, padding: 0, listStyleType: 'none' },
  line: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  // Indented like the label of a check box, and as high as its line.
  fixed: { paddingBlock: '6px', paddingInlineStart: '36px' },
  acts: { display: 'flex', flexShrink: 0, columnGap: '2px', marginInlineStart: 'auto' },
  help: { display: 'block', maxWidth: '22rem', color: tokens.colorNeutralForeground2 },
  end: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalS,
  },
});

interface Choosing {
  name: ListName;
  columns: readonly GridColumn[];
}

/** Chooses a list's columns, their order and widths; changes apply at once and are remembered. */
export function ColumnsPopover(
  props: Choosing & { opener: RefObject<HTMLButtonElement | null>; onClose: () => void },
) {
  const styles = useStyles();
  const titleId = useId();
  const { name, columns, opener } = props;
  const choice = useColumnChoice(name);
  const close = () => {
    props.onClose();
    opener.current?.focus();
  };
  return (
    <Popover
      open
      trapFocus
      positioning={{ target: opener.current, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => {
        if (!open) close();
      }}
    >
      <PopoverSurface className={styles.surface} aria-labelledby={titleId}>
        <Text id={titleId} className={styles.title}>
          {t('grid.columns')}
        </Text>
        <ul className={styles.list}>
          {orderColumns(columns, choice.order).map((column, place) => (
            <ColumnLine key={column.key} {...props} column={column} place={place} />
          ))}
        </ul>
        <Text size={200} className={styles.help}>
          {t('grid.columnsHelp')}
        </Text>
        <div className={styles.end}>
          <Button
            size="small"
            disabledFocusable={choice === noChoice}
            onClick={() => {
              resetColumns(name);
              announce(t('grid.wereReset'));
            }}
          >
            {t('grid.reset')}
          </Button>
          <Button size="small" appearance="primary" onClick={close}>
            {t('common.close')}
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  );
}

function ColumnLine(props: Choosing & { column: GridColumn; place: number }) {
  const styles = useStyles();
  const { name, columns, column, place } = props;
  const { key, label } = column;
  const choice = useColumnChoice(name);
  const { order, hidden, shown = [] } = choice;
  const isLast = place === columns.length - 1;
  const isShown = column === columns[0] || isChosen(column, choice);
  const toggle = () => {
    const without = (keys: readonly string[]) => keys.filter((one) => one !== key);
    if (column.isOptional) chooseColumns(name, { shown: isShown ? without(shown) : [...shown, key] });
    else chooseColumns(name, { hidden: isShown ? [...hidden, key] : without(hidden) });
  };
  const move = (by: number) => {
    const keys = orderColumns(columns, order).map((one) => one.key);
    keys.splice(place + by, 0, ...keys.splice(place, 1));
    chooseColumns(name, { order: keys });
    announce(t('grid.moved', { label, place: formatNumber(place + by + 1) }));
  };
  const resize = (by: number) => {
    const width = clampWidth((renderedWidth(key) ?? unknownWidth) + by);
    chooseWidth(name, key, width);
    announce(t('grid.width', { label, n: formatNumber(width) }));
  };
  return (
    <li className={styles.line}>
      {column === columns[0] ? (
        // It names the record, so it cannot be hidden.
        <Text className={styles.fixed}>{label}</Text>
      ) : (
        <Checkbox label={label} checked={isShown} onChange={toggle} />
      )}
      <span className={styles.acts}>
        <Act
          label={label}
          icon={<ArrowUpRegular />}
          word="earlier"
          isOff={place === 0}
          onClick={() => move(-1)}
        />
        <Act label={label} icon={<ArrowDownRegular />} word="later" isOff={isLast} onClick={() => move(1)} />
        <Act
          label={label}
          icon={<SubtractRegular />}
          word="narrower"
          isOff={!isShown}
          onClick={() => resize(-step)}
        />
        <Act label={label} icon={<AddRegular />} word="wider" isOff={!isShown} onClick={() => resize(step)} />
      </span>
    </li>
  );
}

function Act(props: {
  icon: ReactElement;
  word: 'earlier' | 'later' | 'narrower' | 'wider';
  label: string;
  isOff: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip content={t(`grid.${props.word}`, { label: props.label })} relationship="label">
      <Button
        size="small"
        appearance="subtle"
        icon={props.icon}
        disabledFocusable={props.isOff}
        onClick={props.onClick}
      />
    </Tooltip>
  );
}

/** The width of a column in the list on screen, in CSS pixels; undefined if it is not rendered. */
function renderedWidth(key: string): number | undefined {
  return document.querySelector(`[data-grip="${key}"]`)?.closest('th')?.getBoundingClientRect().width;
}
