import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';

/**
 * For a box with a list of options. Fluent takes the active option when Tab leaves the box, even the first one, which it
 * has made active itself: `isMeant` tells whether the user typed (`isTyped`) or moved to it.
 */
export function useTabChoice(isTyped: boolean) {
  const [isOpen, setOpen] = useState(false);
  const hasMoved = useRef(false);
  return {
    isOpen,
    setOpen: (open: boolean) => {
      hasMoved.current = false;
      setOpen(open);
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      // The key that opens the list moves to nothing.
      if (isOpen && /^(Arrow|Page)/.test(key)) hasMoved.current = true;
    },
    isMeant: (event: SyntheticEvent) =>
      !('key' in event && event.key === 'Tab') || isTyped || hasMoved.current,
  };
}
