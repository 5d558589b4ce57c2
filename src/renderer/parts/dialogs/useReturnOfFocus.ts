import { useLayoutEffect, useState } from 'react';

/**
 * Returns the focus to the element that had it before, or to `known`, when the component is removed and nothing else took
 * the focus: before the next key arrives, so that a key pressed at once is not lost.
 */
export function useReturnOfFocus(known?: Element | null): void {
  const [opener] = useState(() => known ?? document.activeElement);
  useLayoutEffect(() => {
    const returnFocus = () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
    return () => {
      // The component is still in the page at this point.
      queueMicrotask(returnFocus);
      // Something focused meanwhile may be gone already.
      setTimeout(returnFocus);
    };
  }, [opener]);
}
