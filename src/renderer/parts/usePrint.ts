import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

/** Styles of a report, which has the attribute `data-report`. */
export const useReportStyles = makeStyles({
  // Only the report is printed.
  report: {
    // Laid out, so that charts can measure their labels.
    position: 'fixed',
    visibility: 'hidden',
    width: '700px',
    pointerEvents: 'none',
    '@media print': {
      visibility: 'visible',
      position: 'static',
      width: 'auto',
      page: 'report',
      fontFamily: `'Inter Variable', 'Segoe UI', sans-serif`,
      color: '#000',
      backgroundColor: '#fff',
      fontSize: '9pt',
      '& h1': { fontSize: '14pt', margin: '0 0 6pt' },
      '& h2': { fontSize: '11pt', margin: '12pt 0 4pt', breakAfter: 'avoid' },
      '& p': { margin: '0 0 6pt' },
      '& small': { display: 'block' },
      '& table': { borderCollapse: 'collapse', width: '100%' },
      '& th, & td': {
        border: '1px solid #888',
        padding: '2px 4px',
        textAlign: 'left',
        verticalAlign: 'top',
        // Within a word only where it would not fit otherwise.
        overflowWrap: 'break-word',
        hyphens: 'auto',
      },
      '& thead': { display: 'table-header-group' },
      '& tbody th': { fontWeight: 'normal' },
      // A link has no room of its own on paper.
      '& table a': {
        minHeight: 0,
        display: 'inline',
        lineHeight: 'inherit',
        color: 'inherit',
        textDecorationLine: 'none',
      },
      '& tr, & figure': { breakInside: 'avoid' },
    },
  },
  /** A chart with its table beside it, or below if the paper is narrow. */
  figure: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    columnGap: '16px',
    '& > table': { flex: '1 1 320px', width: 'auto' },
  },
  // As wide as the chart that is drawn in it.
  chart: { flexShrink: 0, width: '560px', backgroundColor: '#fff', breakInside: 'avoid' },
  /** Columns of equal width, however long their words are. */
  matrix: {
    tableLayout: 'fixed',
    marginBottom: '12pt',
    '& thead th:first-child': { width: '24%' },
    '& [data-tone="no"], & [data-tone="failed"]': { fontWeight: 'bold' },
    '& td small': { fontWeight: 'normal' },
  },
});

/**
 * Prints in two steps: the report is rendered while `isPrinting`, then the print dialog opens; closing it restores the
 * screen.
 */
export function usePrint(): { isPrinting: boolean; print: () => void } {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    document.body.dataset.printing = 'report';
    const end = () => setPrinting(false);
    window.addEventListener('afterprint', end, { once: true });
    // Charts are drawn after they were rendered.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.print());
    });
    return () => {
      cancelAnimationFrame(frame);
      delete document.body.dataset.printing;
      window.removeEventListener('afterprint', end);
    };
  }, [isPrinting]);
  return { isPrinting, print: () => setPrinting(true) };
}
