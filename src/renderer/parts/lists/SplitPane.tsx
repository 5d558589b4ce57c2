import { makeStyles, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
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
 * Two panes (or only the left one while `right` is null) with a divider that pointer and arrow keys move; the width of
 * the right one is stored under `name` on this computer. If there is room for one only (`isNarrow`), `right` replaces
 * `left`, which stays mounted and hidden if `keepsLeft`. Resizing the window keeps `right` mounted, with its state.
 */
export function SplitPane(props: {
  name: string;
  label: string;
  left: ReactNode;
  right: ReactNode;
  isNarrow?: boolean;
  /** The part of the width that the right pane takes until the user moves the divider. */
  rightShare?: number;
  keepsLeft?: boolean;
}) {
  const styles = useStyles();
  const { ref, width: whole } = useWidth();
  const [wish, setWish] = useState(() => readWidth(props.name));
  const isAlone = Boolean(props.isNarrow && props.right);
  const grip = useRef<{ x: number; width: number } | null>(null);
  const maxWidth = Math.max(minWidth, whole - minWidth);
  const width = Math.min(
    maxWidth,
    Math.max(minWidth, wish ?? Math.round(whole * (props.rightShare ?? 0.38))),
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
      {(!isAlone || props.keepsLeft) && (
        <div hidden={isAlone} className={isAlone ? undefined : styles.left}>
          {props.left}
        </div>
      )}
      {props.right && !isAlone && (
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
      {props.right && (
        <div className={isAlone ? styles.left : styles.right} style={isAlone ? undefined : { width }}>
          {props.right}
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
