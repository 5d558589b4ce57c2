import { useEffect, useState } from 'react';

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
