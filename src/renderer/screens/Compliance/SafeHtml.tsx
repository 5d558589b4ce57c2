import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { safeNodes } from './safeHtml.ts';

const useStyles = makeStyles({
  root: {
    overflowWrap: 'anywhere',
    // Text that changes direction must not affect the text beside it.
    unicodeBidi: 'isolate',
    '& svg': { width: '20px', height: '20px', verticalAlign: 'middle' },
    '& h2, & h3, & h4, & h5': { marginBlock: tokens.spacingVerticalXS, fontSize: 'inherit' },
    '& p, & ul, & ol, & dl': { marginBlock: tokens.spacingVerticalXS },
    '& a, & button[data-modal]': {
      color: tokens.colorBrandForegroundLink,
      textDecorationLine: 'underline',
      background: 'none',
      border: 'none',
      // As high as a target must be, without increasing the line spacing.
      padding: '4px 0',
      margin: '-4px 0',
      font: 'inherit',
      textAlign: 'start',
      cursor: 'pointer',
    },
    '& a:focus-visible, & button:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // Drawings fill their place, whatever size they declare.
  icon: {
    display: 'inline-flex',
    width: '24px',
    height: '24px',
    overflow: 'hidden',
    alignItems: 'center',
    justifyContent: 'center',
    '& svg': { width: '24px', height: '24px' },
  },
});

/** HTML of a funder's pack, sanitised; `onModal` is called with the name of the pack's own text to open. */
export function SafeHtml(props: {
  html: string;
  lang?: string;
  isIcon?: boolean;
  onModal?: (id: string) => void;
}) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const { html, onModal } = props;
  useLayoutEffect(() => root.current?.replaceChildren(safeNodes(html)), [html]);
  useEffect(() => {
    const element = root.current;
    // The buttons come from the pack and are replaced with every text, so one listener handles them all.
    const listen = (event: Event) => {
      const id = (event.target as HTMLElement).closest<HTMLElement>('[data-modal]')?.dataset.modal;
      if (id) onModal?.(id);
    };
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, [onModal]);
  return (
    <div
      ref={root}
      className={props.isIcon ? styles.icon : styles.root}
      lang={props.lang || undefined}
      aria-hidden={props.isIcon || undefined}
    />
  );
}
