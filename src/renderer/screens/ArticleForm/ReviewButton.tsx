import { Button, Tooltip } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import type { Draft } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { openReview } from '../../state/review.ts';

/** Shows the review and the person of a draft that colleagues share, and sets them. */
export function ReviewButton({ draft }: { draft: Draft }) {
  const { id, accountId, review, assignee } = draft;
  const words = review === null ? t('drafts.facet.none.review') : t(`common.review.${review}`);
  return (
    <Tooltip content={t('sharing.review.title')} relationship="description">
      <Button
        size="small"
        appearance="subtle"
        icon={<PersonRegular />}
        onClick={() => openReview({ accountId, selection: { ids: [id] }, now: draft })}
      >
        {assignee === null ? words : t('sharing.review.of', { words, assignee })}
      </Button>
    </Tooltip>
  );
}
