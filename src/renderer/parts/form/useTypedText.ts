import { useLayoutEffect, useRef } from 'react';
import { holdTyped } from '../../state/records/typedText.ts';

/**
 * For a control that stores its text when it is left: `store` is also called before the record is saved, and when the
 * control is removed with its text (`isGone`).
 */
export function useTypedText(store: (isGone: boolean) => void): void {
  const latest = useRef(store);
  latest.current = store;
  // In time for the form that is removed with it, whose other effects save the record for the last time.
  useLayoutEffect(() => {
    const stop = holdTyped(() => latest.current(false));
    return () => {
      stop();
      latest.current(true);
    };
  }, []);
}
