import { useEffect, useState } from 'react';

/** Returns the focus to the element that had it before, or to `known`, when the component is removed and nothing else took the focus. */
export function useReturnOfFocus(known?: Element | null): void {
  const [opener] = useState(() => known ?? document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    },
    [opener],
  );
}
