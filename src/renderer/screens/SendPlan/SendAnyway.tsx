import { Checkbox } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { formatNumber } from '../../state/format.ts';

/** Explains why articles are left out, and lets the user send them anyway. */
export function SendAnyway(props: {
  /** Readers could hardly find them, or they were deleted from the directory. */
  why: 'hardToFind' | 'deletedThere';
  count: number;
  isIncluded: boolean;
  onInclude: (isOn: boolean) => void;
}) {
  const { why, count } = props;
  const params = { count, n: formatNumber(count) };
  if (count === 0) return null;
  return (
    <Callout intent="warning" title={t(`send.${why}.title`, params)}>
      {t(`send.${why}.text`)}
      <div>
        <Checkbox
          checked={props.isIncluded}
          label={t(`send.${why}.include`, params)}
          onChange={(_, data) => props.onInclude(data.checked === true)}
        />
      </div>
    </Callout>
  );
}
