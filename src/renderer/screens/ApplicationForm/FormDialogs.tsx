import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import { OperatorDialog } from '../../parts/application/OperatorDialog.tsx';
import { messageAbout } from '../../parts/application/operatorWords.ts';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { EarlierVersions } from '../../parts/form/EarlierVersions.tsx';
import { applicationDiffOrder } from './applicationDiffOrder.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

/** What stands above the form: the review, the question about withdrawing, the earlier versions, or the message about ignored values at these paths. */
export type OpenDialog =
  | { kind: 'review' }
  | { kind: 'withdraw' }
  | { kind: 'versions' }
  | { kind: 'message'; paths: readonly string[] };

/** The dialog that is open, if one is. */
export function FormDialogs(props: {
  dialog: OpenDialog | null;
  application: Application;
  ignored: readonly IgnoredValue[];
  onReview: () => void;
  onClose: () => void;
}) {
  const { dialog, application, ignored, onClose } = props;
  switch (dialog?.kind) {
    case 'review':
      return <ReviewAndSend accountId={application.accountId} ids={[application.id]} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog application={application} onClose={onClose} />;
    case 'versions':
      return (
        <EarlierVersions
          kind="application"
          recordId={application.id}
          diffOrder={applicationDiffOrder}
          onPutBack={props.onReview}
          onClose={onClose}
        />
      );
    case 'message': {
      const values = ignored.filter(({ path }) => dialog.paths.includes(path));
      return <OperatorDialog message={messageAbout(application, values)} onClose={onClose} />;
    }
    default:
      return null;
  }
}
