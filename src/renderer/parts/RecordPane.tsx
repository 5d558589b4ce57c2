import { Button, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, DismissRegular } from '@fluentui/react-icons';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  space: { flexGrow: 1 },
});

/**
 * What a list has opened: a bar with the way back, or with a cross beside the list, and the record below it. Opened with
 * Enter or from elsewhere it takes the focus; opened by a click in the list beside it, it leaves it there.
 */
export function RecordPane(props: {
  label: string;
  /** Another record takes the focus anew. */
  recordKey: string | number;
  /** The list is not beside it. */
  isAlone: boolean;
  backLabel: string;
  closeLabel: string;
  onClose: () => void;
  /** What else is in the bar. */
  bar?: ReactNode;
  /** false where something in the record is meant to have the focus. */
  takesFocus?: () => boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const root = useRef<HTMLElement>(null);
  return (
    <section ref={root} tabIndex={-1} className={styles.root} aria-label={props.label} data-region="record">
      <div className={styles.bar}>
        {props.isAlone && (
          <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={props.onClose}>
            {props.backLabel}
          </Button>
        )}
        {props.bar}
        <span className={styles.space} />
        {!props.isAlone && (
          <Tooltip content={props.closeLabel} relationship="label">
            <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={props.onClose} />
          </Tooltip>
        )}
      </div>
      <TakeFocus key={props.recordKey} root={root} isWanted={props.takesFocus ?? always} />
      {props.children}
    </section>
  );
}

function TakeFocus(props: { root: RefObject<HTMLElement | null>; isWanted: () => boolean }) {
  const { root } = props;
  const isWanted = useRef(props.isWanted);
  useEffect(() => {
    const { activeElement } = document;
    const isHere = root.current?.contains(activeElement) || activeElement?.closest('[role="grid"]');
    if (!isHere && isWanted.current()) root.current?.focus();
  }, [root]);
  return null;
}

function always(): boolean {
  return true;
}
