import { useRef } from 'react';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { go } from '../../state/navigation/route.ts';
import { showUndoable } from '../../state/records/undo.ts';

/** The requests that were made at once, what was said of that, and the step that undoes it. */
export interface Made {
  ids: readonly number[];
  text: string;
  undoId: number | null;
}

/** Reviews and sends requests that were just made. Then it shows them in their list, and offers to undo that they were made. */
export function ReviewMade(props: { accountId: string; made: Made; onClose: () => void }) {
  const { made } = props;
  const hasLeft = useRef(false);
  const leave = (left: string) => {
    // Another address closes the dialog, so this is called again.
    if (hasLeft.current) return;
    hasLeft.current = true;
    props.onClose();
    go('#/update-requests');
    // A message from before would leave with its screen.
    showUndoable([left, made.text].filter(Boolean).join(' '), made.undoId);
  };
  return (
    <ReviewAndSend accountId={props.accountId} ids={[...made.ids]} onClose={() => leave('')} onSent={leave} />
  );
}
