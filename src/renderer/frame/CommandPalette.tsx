import { Dialog, DialogSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pressedKeys } from '../../shared/commands/shortcuts.ts';
import { t } from '../../shared/i18n/i18n.ts';
import {
  column,
  focusRing,
  secondary,
  selected,
  smallSecondary,
  visuallyHidden,
  wrapping,
} from '../parts/commonStyles.ts';
import { useReturnOfFocus } from '../parts/dialogs/useReturnOfFocus.ts';
import { formatNumber } from '../state/format.ts';
import { runAfter } from '../state/navigation/commands.ts';
import type { HelpTopic } from '../state/navigation/helpTopics.ts';
import { isMac } from '../state/navigation/keyLabels.ts';
import { closePalette, maxTyped, typeInPalette, usePalette } from '../state/navigation/palette.ts';
import { PaletteLine } from './PaletteLine.tsx';
import { type PaletteItem, type PaletteKind, usePaletteItems } from './usePaletteItems.ts';

const useStyles = makeStyles({
  surface: {
    ...column,
    maxWidth: '40rem',
    padding: 0,
    marginTop: '10vh',
    maxHeight: 'min(34rem, 80vh)',
    overflow: 'hidden',
    '@media (max-width: 639px)': { marginTop: 0 },
  },
  list: { overflowY: 'auto', minHeight: 0, padding: tokens.spacingVerticalXS, margin: 0 },
  heading: {
    ...smallSecondary,
    paddingInline: tokens.spacingHorizontalS,
    paddingBlock: `${tokens.spacingVerticalS} ${tokens.spacingVerticalXXS}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  item: {
    ...wrapping,
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalM,
    boxSizing: 'border-box',
    minHeight: '32px',
    paddingBlock: '6px',
    paddingInline: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    lineHeight: tokens.lineHeightBase300,
  },
  active: { ...focusRing, ...selected, '& > span': { color: tokens.colorNeutralForeground1Selected } },
  impossible: { color: tokens.colorNeutralForeground3, cursor: 'default' },
  label: { overflowWrap: 'anywhere', minWidth: 0 },
  more: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
    minWidth: 0,
  },
  keys: { ...smallSecondary, marginLeft: 'auto', whiteSpace: 'nowrap' },
  none: { ...secondary, margin: 0, padding: tokens.spacingHorizontalM },
  spoken: visuallyHidden,
});

const listId = 'palette-list';
/** The keys that move the selection, and by how many entries. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Finds commands, drafts, journals, requests and saved searches by the typed text. */
export function CommandPalette() {
  const styles = useStyles();
  const typed = usePalette((palette) => palette.typed);
  // By its key, since entries that are found later may come before it; null: the first.
  const [active, setActive] = useState<string | null>(null);
  const { items, isAsking } = usePaletteItems(typed);
  useReturnOfFocus(usePalette((palette) => palette.opener));
  const input = useRef<HTMLInputElement>(null);
  // Puts the text cursor after the text typed while this was loading.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(maxTyped, maxTyped);
  }, []);
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === active),
  );
  const activate = (place: number) => setActive(items[place]?.key ?? null);
  const choose = (item: PaletteItem | undefined) => {
    if (item?.reason !== '') return;
    runAfter(() => closePalette(item.key), item.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) activate(stepFrom(at, step, items.length));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(items[at]);
    else if (pressedKeys(event, isMac) === 'Mod+KeyK') closePalette();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && closePalette()}>
      <DialogSurface
        className={styles.surface}
        data-help={'shortcuts' satisfies HelpTopic}
        aria-label={t('commands.name.palette')}
      >
        <PaletteLine
          inputRef={input}
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={items[at] && idOf(at)}
          onChange={({ target }) => {
            typeInPalette(target.value);
            setActive(null);
          }}
          onKeyDown={onKeyDown}
        />
        <ItemList items={items} at={at} onPoint={activate} onChoose={choose} />
        {items.length === 0 && <p className={styles.none}>{t('commands.none', { typed })}</p>}
        <div role="status" className={styles.spoken}>
          {isAsking ? '' : t('commands.found', { count: items.length, n: formatNumber(items.length) })}
        </div>
      </DialogSurface>
    </Dialog>
  );
}

function ItemList(props: {
  items: readonly PaletteItem[];
  at: number;
  onPoint: (place: number) => void;
  onChoose: (item: PaletteItem) => void;
}) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const activeKey = props.items[props.at]?.key;
  useEffect(() => {
    if (activeKey === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);
  let place = 0;
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={t('commands.results')}
      className={styles.list}
      hidden={props.items.length === 0}
    >
      {groupsOf(props.items).map(({ kind, items }) => (
        <div key={kind} {...groupRole(t(`commands.kind.${kind}`))}>
          {kind !== 'command' && (
            <div className={styles.heading} aria-hidden="true">
              {t(`commands.kind.${kind}`)}
            </div>
          )}
          {items.map((item) => {
            const mine = place++;
            return (
              <Line
                key={item.key}
                item={item}
                id={idOf(mine)}
                isActive={mine === props.at}
                onPoint={() => props.onPoint(mine)}
                onChoose={() => props.onChoose(item)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Line(props: {
  item: PaletteItem;
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const styles = useStyles();
  const { label, detail, keys, reason } = props.item;
  return (
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.isActive}
      aria-disabled={reason !== '' || undefined}
      className={mergeClasses(
        styles.item,
        reason !== '' && styles.impossible,
        props.isActive && styles.active,
      )}
      // The focus stays in the search line.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !props.isActive && props.onPoint()}
      onClick={props.onChoose}
      onKeyDown={({ key }) => key === 'Enter' && props.onChoose()}
    >
      <span className={styles.label}>{label}</span>
      {detail !== '' && <span className={styles.more}>{detail}</span>}
      {reason !== '' && <span className={styles.more}>{reason}</span>}
      {keys !== '' && <span className={styles.keys}>{keys}</span>}
    </div>
  );
}

function stepFrom(at: number, step: number, count: number): number {
  // Single steps wrap around; pages stop at the ends of the list.
  if (Math.abs(step) === 1) return (at + step + count) % Math.max(count, 1);
  return Math.max(0, Math.min(count - 1, at + step));
}

function groupsOf(items: readonly PaletteItem[]): { kind: PaletteKind; items: PaletteItem[] }[] {
  const groups: { kind: PaletteKind; items: PaletteItem[] }[] = [];
  for (const item of items) {
    // Changing the account counts as a command.
    const kind = item.kind === 'account' ? 'command' : item.kind;
    const last = groups.at(-1);
    if (last?.kind === kind) last.items.push(item);
    else groups.push({ kind, items: [item] });
  }
  return groups;
}

function idOf(place: number): string {
  return `palette-${place}`;
}

/** The role that groups options; HTML has no element for it. */
function groupRole(name: string) {
  return { role: 'group', 'aria-label': name };
}
