import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import { OperatorDialog } from '../../parts/application/OperatorDialog.tsx';
import { messageAbout } from '../../parts/application/operatorWords.ts';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

/** The dialogs of the form; `message` is about the ignored values at its paths. */
export type OpenDialog =
  | { kind: 'review' }
  | { kind: 'withdraw' }
  | { kind: 'message'; paths: readonly string[] };

export function FormDialogs(props: {
  dialog: OpenDialog | null;
  application: Application;
  ignored: readonly IgnoredValue[];
  onClose: () => void;
}) {
  const { dialog, application, ignored, onClose } = props;
  switch (dialog?.kind) {
    case 'review':
      return <ReviewAndSend accountId={application.accountId} ids={[application.id]} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog application={application} onClose={onClose} />;
    case 'message': {
      const values = ignored.filter(({ path }) => dialog.paths.includes(path));
      return <OperatorDialog message={messageAbout(application, values)} onClose={onClose} />;
    }
    default:
      return null;
  }
}
