import { reviews } from '../../../shared/draft/draftStates.ts';
import { t } from '../../../shared/i18n/i18n.ts';

/** How far colleagues are with a draft; anything but a review means that it is being written. */
export function reviewText(value: unknown): string {
  const review = reviews.find((one) => one === value);
  return review ? t(`common.review.${review}`) : t('drafts.facet.none.review');
}
