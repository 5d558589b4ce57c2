import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FixingStatus } from '../../../shared/contract/fixing.ts';
import { applyFix } from '../../../shared/draft/fieldPath.ts';
import { isAimedAt } from '../../../shared/fixing/fixingAims.ts';
import { offerFixes } from '../../state/records/fixing.ts';
import type { EditableRecord } from './formContext.ts';
import type { useValidation } from './useValidation.ts';

/** The fixing mode that shows a record, and how often it tried to leave it. */
export interface FormFixing extends Pick<FixingStatus, 'id' | 'aims'> {
  attempt: number;
}

/**
 * The form's part in fixing mode: with each attempt to leave the record it shows every finding and goes to the first
 * that is to be fixed, as soon as the form is complete; and it offers the fixes of these findings to "Fix and next".
 */
export function useFixing(props: {
  fixing: FormFixing | undefined;
  validation: Pick<ReturnType<typeof useValidation>, 'findIn' | 'check'>;
  session: EditableRecord;
  isReady: boolean;
  goTo: (path: string) => void;
}): void {
  const { fixing, session, isReady, goTo } = props;
  const latest = useRef(props);
  latest.current = props;
  /** The field of the finding that the last attempt went to. */
  const shown = useRef<string | null>(null);
  const attempt = fixing?.attempt;

  // With the message that offers its fix, since the key may be pressed again at once.
  useLayoutEffect(() => {
    if (attempt !== undefined && isReady) shown.current = toFix(latest.current)[0]?.field ?? null;
  }, [attempt, isReady]);

  useEffect(() => {
    if (attempt === undefined || !isReady) return;
    latest.current.validation.check();
    // After everything else that takes the focus when the record opens.
    const timer = setTimeout(() => {
      const first = toFix(latest.current)[0];
      if (first) goTo(first.path);
    });
    return () => clearTimeout(timer);
  }, [attempt, isReady, goTo]);

  const isOffering = fixing !== undefined && isReady;
  useEffect(() => {
    if (!isOffering) return;
    return offerFixes({
      at: (field) => {
        const wanted = field ?? shown.current;
        return toFix(latest.current).find((one) => one.field === wanted && one.fix)?.fix ?? null;
      },
      first: () => toFix(latest.current)[0]?.fix ?? null,
      apply: (fix) => session.edit((record) => applyFix(record, fix)),
    });
  }, [isOffering, session]);
}

/** The findings of the record as it is now, those that brought it into fixing mode before any others. */
function toFix({ fixing, validation, session }: Parameters<typeof useFixing>[0]) {
  const found = validation
    .findIn(session.store.getState().record)
    .filter(({ severity }) => severity !== 'ignored');
  const aimed = found.filter((one) => isAimedAt(one, fixing?.aims ?? []));
  return aimed.length > 0 ? aimed : found;
}
