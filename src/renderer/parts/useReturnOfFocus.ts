import { useEffect, useState } from 'react';

/** In a dialog: whatever had the focus when it opened has it again afterwards, if it is still there and nothing else took it. */
export function useReturnOfFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    },
    [opener],
  );
}
