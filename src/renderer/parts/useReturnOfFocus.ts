import { useEffect, useState } from 'react';

/** In a dialog: whatever had the focus when it opened, or `known`, has it again afterwards, if it is still there and nothing else took it. */
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
