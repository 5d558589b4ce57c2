import { ToggleButton } from '@fluentui/react-components';
import { FilterRegular, LayoutColumnTwoRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useUpdate, useView } from '../../parts/application/updateView.ts';
import { formatNumber } from '../../state/format.ts';

/** Shows only the fields with changes, or the journal's values beside the proposal. */
export function ViewButtons({ changes }: { changes: number }) {
  const { t } = useTranslation();
  const { view } = useUpdate();
  const isChangesOnly = useView((one) => one.isChangesOnly);
  const isSideBySide = useView((one) => one.isSideBySide);
  return (
    <>
      <ToggleButton
        size="small"
        icon={<FilterRegular />}
        checked={isChangesOnly}
        onClick={() => view.setState({ isChangesOnly: !isChangesOnly })}
      >
        {t('application.changesOnly', { n: formatNumber(changes) })}
      </ToggleButton>
      <ToggleButton
        size="small"
        icon={<LayoutColumnTwoRegular />}
        checked={isSideBySide}
        onClick={() => view.setState({ isSideBySide: !isSideBySide })}
      >
        {t('application.sideBySide')}
      </ToggleButton>
    </>
  );
}
