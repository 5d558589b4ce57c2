import { Button, Link, makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, DismissRegular } from '@fluentui/react-icons';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { openModal } from '../../state/dialogs/openModal.ts';
import { column, focusRing, heading4, scroller, stack, thinLine, wrappingRow } from '../commonStyles.ts';
import { focusGridSoon } from './RowGrid.tsx';

const useStyles = makeStyles({
  root: { ...column, flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
  bar: {
    ...wrappingRow,
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    borderBottom: thinLine,
  },
  space: { flexGrow: 1 },
  // Aligned with the record below.
  link: { minHeight: '24px', display: 'inline-block', paddingInline: tokens.spacingHorizontalXS },
  body: { ...scroller, containerType: 'inline-size', ':focus-visible': focusRing },
  padded: {
    ...stack,
    alignContent: 'start',
    rowGap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
  },
  title: { ...heading4, overflowWrap: 'anywhere' },
});

/**
 * The record that is open in a list: a bar with a way back, or a cross if the list is beside it, and the record below,
 * with padding if it has a `title`. Opened with Enter or from elsewhere, it takes the focus; opened by a click in the
 * list, it leaves the focus there. Closing it returns the focus to its row.
 */
export function RecordPane(props: {
  label: string;
  /** Another record takes the focus again. */
  recordKey: string | number;
  /** True if the list is not beside it. */
  isAlone: boolean;
  backLabel?: string;
  /** null: it cannot be closed while the list is beside it. */
  closeLabel?: string | null;
  onClose: () => void;
  bar?: ReactNode;
  title?: string;
  /** Nothing in it takes the focus, so it takes the focus itself to be scrolled by keyboard. */
  isText?: boolean;
  /** The screen has a title above it even if it is alone. */
  isBelowTitle?: boolean;
  /** Returns false if something in the record should have the focus. */
  takesFocus?: () => boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const { backLabel = t('drafts.back'), closeLabel = t('drafts.closeRecord') } = props;
  const root = useRef<HTMLElement>(null);
  // Without the list beside it, it is the whole screen, unless the screen keeps its title above.
  const Heading = props.isAlone && !props.isBelowTitle ? 'h1' : 'h2';
  const hasBar = props.isAlone || props.bar !== undefined || closeLabel !== null;
  const close = () => {
    props.onClose();
    focusGridSoon();
  };
  useEscape(root, closeLabel === null ? null : close);
  return (
    <section ref={root} tabIndex={-1} className={styles.root} aria-label={props.label} data-region="record">
      {hasBar && (
        <div className={styles.bar}>
          {props.isAlone && (
            <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={close}>
              {backLabel}
            </Button>
          )}
          {props.bar}
          {closeLabel !== null && <span className={styles.space} />}
          {!props.isAlone && closeLabel !== null && (
            <Tooltip content={closeLabel} relationship="label">
              <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={close} />
            </Tooltip>
          )}
        </div>
      )}
      <TakeFocus key={props.recordKey} root={root} isWanted={props.takesFocus ?? always} />
      <div
        className={mergeClasses(styles.body, props.title !== undefined && styles.padded)}
        {...(props.isText && { tabIndex: 0, role: 'group', 'aria-label': props.label })}
      >
        {props.title !== undefined && <Heading className={styles.title}>{props.title}</Heading>}
        {props.children}
      </div>
    </section>
  );
}

/** A link in the bar of a record; `isOutside` opens it in the browser. */
export function RecordLink(props: { href: string; isOutside?: boolean; children: ReactNode }) {
  const { link } = useStyles();
  return (
    <Link
      href={props.href}
      {...(props.isOutside && { target: '_blank', rel: 'noreferrer' })}
      className={link}
    >
      {props.children}
    </Link>
  );
}

/** Escape closes the record, in it and in the list beside it, unless it closes a list or a menu. */
function useEscape(root: RefObject<HTMLElement | null>, close: (() => void) | null): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || event.defaultPrevented || event.isComposing || openModal()) return;
      if (!(target instanceof HTMLElement) || target.getAttribute('aria-expanded') === 'true') return;
      if (!root.current?.contains(target) && target.closest('[role="grid"]') === null) return;
      event.preventDefault();
      latest.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root]);
}

function TakeFocus(props: { root: RefObject<HTMLElement | null>; isWanted: () => boolean }) {
  const { root } = props;
  const isWanted = useRef(props.isWanted);
  useEffect(() => {
    const { activeElement } = document;
    const isHere = root.current?.contains(activeElement) || activeElement?.closest('[role="grid"]');
    if (!isHere && !openModal() && isWanted.current()) root.current?.focus();
  }, [root]);
  return null;
}

function always(): boolean {
  return true;
}
