import { useEffect, useState } from 'react';

/** Printing in two steps: what is to be printed is drawn while `isPrinting`, then the print dialog opens; after it everything is as before. */
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
