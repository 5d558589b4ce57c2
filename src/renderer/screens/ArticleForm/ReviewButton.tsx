import { Button, Tooltip } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import type { Draft } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { reviewText } from '../../parts/office/reviewText.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';

/** Shows the review of a draft that colleagues share, and to whom it is assigned; opens the dialog that sets both. */
export function ReviewButton({ draft }: { draft: Draft }) {
  const { id, accountId, review, assignee } = draft;
  const words = reviewText(review);
  return (
    <Tooltip content={t('sharing.review.title')} relationship="description">
      <Button
        size="small"
        appearance="subtle"
        icon={<PersonRegular />}
        onClick={() => openDialog('review', { accountId, selection: { ids: [id] }, now: draft })}
      >
        {assignee === null ? words : t('sharing.review.of', { words, assignee })}
      </Button>
    </Tooltip>
  );
}
