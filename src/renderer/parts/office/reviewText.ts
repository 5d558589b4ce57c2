import { reviews } from '../../../shared/draft/draftStates.ts';
import { t } from '../../../shared/i18n/i18n.ts';

/** The review status of a draft; no status means that it is being written. */
export function reviewText(value: unknown): string {
  const review = reviews.find((one) => one === value);
  return review ? t(`common.review.${review}`) : t('drafts.facet.none.review');
}
