import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

/** Styles of a report, which has the attribute `data-report`. */
export const useReportStyles = makeStyles({
  // Only the report is printed.
  report: {
    display: 'none',
    '@media print': {
      display: 'block',
      position: 'static',
      color: '#000',
      backgroundColor: '#fff',
      fontSize: '9pt',
      '& table': { borderCollapse: 'collapse', width: '100%' },
      '& th, & td': {
        border: '1px solid #888',
        padding: '2px 4px',
        textAlign: 'left',
        verticalAlign: 'top',
        overflowWrap: 'anywhere',
      },
      '& thead': { display: 'table-header-group' },
      '& tr': { breakInside: 'avoid' },
    },
  },
});

/** Prints in two steps: the report is rendered while `isPrinting`, then the print dialog opens; closing it restores the screen. */
export function usePrint(): { isPrinting: boolean; print: () => void } {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    document.body.dataset.printing = 'report';
    const end = () => setPrinting(false);
    window.addEventListener('afterprint', end, { once: true });
    window.print();
    return () => {
      delete document.body.dataset.printing;
      window.removeEventListener('afterprint', end);
    };
  }, [isPrinting]);
  return { isPrinting, print: () => setPrinting(true) };
}
