import { Field, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { useState } from 'react';
import type { Review } from '../../../shared/draft/draft.ts';
import { reviews } from '../../../shared/draft/draftStates.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { useOffice } from '../../state/data/office.ts';
import type { DialogProps } from '../../state/dialogs/dialogs.ts';
import { assign, type ReviewChange } from '../../state/records/reviewActions.ts';

/** Represents the current values of several drafts. */
const unchanged = 'unchanged';

/** Sets the review status and the assignee of one or more drafts. */
export function ReviewDialog({ request, onClose }: DialogProps<'review'>) {
  const { now } = request;
  const [review, setReview] = useState<string>(now ? (now.review ?? '') : unchanged);
  const [assignee, setAssignee] = useState<string>(now ? (now.assignee ?? '') : unchanged);
  const people = usePeople(request.accountId, now?.assignee ?? null);
  const change: ReviewChange = {
    ...(isSet(review, now?.review) && { review: (review || null) as Review | null }),
    ...(isSet(assignee, now?.assignee) && { assignee: assignee || null }),
  };
  const { run, isBusy, error } = useOwnAction(async () => {
    if (Object.keys(change).length > 0) await assign(request, change);
    onClose();
  });
  return (
    <AppDialog
      help="office"
      title={t('sharing.review.title')}
      error={error}
      action={{ label: t('sharing.review.submit'), isBusy, run }}
      onClose={onClose}
    >
      <Field label={t('drafts.column.review')}>
        <RadioGroup value={review} onChange={(_, { value }) => setReview(value)}>
          {!now && <Radio value={unchanged} label={t('sharing.review.unchanged')} />}
          <Radio value="" label={t('drafts.facet.none.review')} />
          {reviews.map((one) => (
            <Radio key={one} value={one} label={t(`common.review.${one}`)} />
          ))}
        </RadioGroup>
      </Field>
      <Field label={t('drafts.column.assignee')}>
        <Select value={assignee} onChange={(_, { value }) => setAssignee(value)}>
          {!now && <option value={unchanged}>{t('sharing.review.unchanged')}</option>}
          <option value="">{t('drafts.facet.none.assignee')}</option>
          {people.map((person) => (
            <option key={person} value={person}>
              {person}
            </option>
          ))}
        </Select>
      </Field>
    </AppDialog>
  );
}

function isSet(value: string, before: string | null | undefined): boolean {
  return value !== unchanged && (before === undefined || value !== (before ?? ''));
}

/** Who may see the account; without a connection, at least this person and the current assignee. */
function usePeople(accountId: string, present: string | null): readonly string[] {
  const { members = [], me = '' } = useOffice() ?? {};
  const names = members.filter((one) => one.accountId === accountId).map(({ person }) => person);
  return [...new Set([...names, me, ...(present === null ? [] : [present])])].toSorted();
}
