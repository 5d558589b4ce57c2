import { useState } from 'react';
import { useReturnOfFocus } from '../../parts/dialogs/useReturnOfFocus.ts';
import type { DialogProps } from '../../state/dialogs/dialogs.ts';
import { AskDeletion } from './AskDeletion.tsx';
import { DeletionList } from './DeletionList.tsx';

/** Asks before articles are deleted from the directory, then shows the progress and what was deleted before. */
export function DeletionDialog({ request, onClose }: DialogProps<'deletion'>) {
  const { accountId } = request;
  // The second dialog was not opened by the element that opened the first.
  useReturnOfFocus();
  const [target, setTarget] = useState(request.target);
  const [left, setLeft] = useState('');
  if (target === null) return <DeletionList accountId={accountId} left={left} onClose={onClose} />;
  const started = (now: string) => {
    setLeft(now);
    setTarget(null);
  };
  return <AskDeletion accountId={accountId} target={target} onStarted={started} onClose={onClose} />;
}
