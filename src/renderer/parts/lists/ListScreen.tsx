import { makeStyles, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useIsNarrow } from '../theme.ts';
import { useWidth } from '../useWidth.ts';

const minWidth = 320;
const step = 24;

const useStyles = makeStyles({
  root: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  left: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  right: { flexShrink: 0, minWidth: 0, display: 'flex', flexDirection: 'column' },
  divider: {
    position: 'relative',
    flexShrink: 0,
    height: 'auto',
    margin: 0,
    border: 'none',
    width: '1px',
    backgroundColor: tokens.colorNeutralStroke2,
    cursor: 'col-resize',
    touchAction: 'none',
    // One pixel is visible, 24 can be grabbed.
    '::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      left: '-12px',
      width: '24px',
      zIndex: 1,
    },
    ':hover': { backgroundColor: tokens.colorNeutralStroke1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/**
 * A list, and beside it the record that is open in it, if any, with a divider that pointer and arrow keys move; the width of
 * the record is stored under `name` on this computer. If there is room for one only (`isAlone`), the record replaces the
 * list, which stays mounted and hidden if `keepsList`. Resizing the window keeps the record mounted, with its state.
 */
export function ListScreen(props: {
  name: string;
  /** The divider's name. */
  label: string;
  list: ReactNode;
  /** null, or a function that returns null: no record is open. */
  record: ((isAlone: boolean) => ReactNode) | null;
  /** The part of the width that the record takes until the user moves the divider. */
  recordShare?: number;
  keepsList?: boolean;
}) {
  const styles = useStyles();
  const { ref, width: whole } = useWidth();
  const [wish, setWish] = useState(() => readWidth(props.name));
  const isNarrow = useIsNarrow();
  const record = props.record?.(isNarrow) ?? null;
  const isAlone = isNarrow && record !== null;
  const grip = useRef<{ x: number; width: number } | null>(null);
  const maxWidth = Math.max(minWidth, whole - minWidth);
  const width = Math.min(
    maxWidth,
    Math.max(minWidth, wish ?? Math.round(whole * (props.recordShare ?? 0.38))),
  );

  const resize = (to: number) => {
    const next = Math.min(maxWidth, Math.max(minWidth, to));
    setWish(next);
    keepWidth(props.name, next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: width + step, ArrowRight: width - step, Home: maxWidth, End: minWidth }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    resize(to);
  };
  const onPointerDown = (event: PointerEvent) => {
    grip.current = { x: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current) resize(grip.current.width + grip.current.x - event.clientX);
  };
  const letGo = () => {
    grip.current = null;
  };
  return (
    <div ref={ref} className={styles.root}>
      {(!isAlone || props.keepsList) && (
        <div hidden={isAlone} className={isAlone ? undefined : styles.left}>
          {props.list}
        </div>
      )}
      {record !== null && !isAlone && (
        <hr
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={props.label}
          aria-valuenow={width}
          aria-valuemin={minWidth}
          aria-valuemax={maxWidth}
          className={styles.divider}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={letGo}
          onPointerCancel={letGo}
        />
      )}
      {record !== null && (
        <div className={isAlone ? styles.left : styles.right} style={isAlone ? undefined : { width }}>
          {record}
        </div>
      )}
    </div>
  );
}

function readWidth(name: string): number | null {
  try {
    return Number(localStorage.getItem(`split.${name}`)) || null;
  } catch {
    return null;
  }
}

function keepWidth(name: string, width: number): void {
  try {
    localStorage.setItem(`split.${name}`, String(width));
  } catch {
    // Without storage the next window starts with the default width.
  }
}
