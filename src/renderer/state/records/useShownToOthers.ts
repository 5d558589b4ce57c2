import { useEffect } from 'react';
import type { RecordRef } from '../../../shared/office/office.ts';
import { call } from '../data/client.ts';

/** Less than the time after which main considers a silent window closed. */
const repeatEvery = 60_000;
const windowId = crypto.randomUUID();

/** Tells colleagues that this window has the record open, as long as it is shown. */
export function useShownToOthers({ kind, id }: RecordRef): void {
  useEffect(() => {
    const report = (record: RecordRef | null) =>
      void call('office.setOpen', { window: windowId, record }).catch(() => undefined);
    const show = () => report({ kind, id });
    const hide = () => report(null);
    show();
    const timer = setInterval(show, repeatEvery);
    window.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', hide);
      hide();
    };
  }, [kind, id]);
}
