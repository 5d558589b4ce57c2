import { Checkbox } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { formatNumber } from '../../state/format.ts';

/** Explains what readers need to find an article, and asks before articles without it are sent. */
export function HardToFind(props: {
  count: number;
  isIncluded: boolean;
  onInclude: (isOn: boolean) => void;
}) {
  const { count } = props;
  const params = { count, n: formatNumber(count) };
  if (count === 0) return null;
  return (
    <Callout intent="warning" title={t('send.hardToFind.title', params)}>
      {t('send.hardToFind.text')}
      <div>
        <Checkbox
          checked={props.isIncluded}
          label={t('send.hardToFind.include', params)}
          onChange={(_, data) => props.onInclude(data.checked === true)}
        />
      </div>
    </Callout>
  );
}
