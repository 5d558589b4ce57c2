import { ArrowRightRegular, CheckmarkFilled, CircleRegular, ProhibitedRegular } from '@fluentui/react-icons';
import type { FixingMark } from '../../../shared/fixing/fixing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { type BadgeLook, Tinted } from '../../parts/Badges.tsx';

const looks: Readonly<Record<FixingMark, BadgeLook>> = {
  left: { color: 'quiet', icon: <CircleRegular /> },
  fixed: { color: 'success', icon: <CheckmarkFilled /> },
  skipped: { color: 'brand', icon: <ArrowRightRegular /> },
  gone: { color: 'quiet', icon: <ProhibitedRegular /> },
};

/** The mark of a record in fixing mode, as text, icon and colour. */
export function MarkBadge({ mark }: { mark: FixingMark }) {
  return <Tinted look={looks[mark]} label={t(`fixing.mark.${mark}`)} />;
}
