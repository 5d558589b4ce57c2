import { Badge } from '@fluentui/react-components';
import { CheckmarkCircle16Filled, DismissCircle16Filled } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';

/** The service's verdict, in words as well as colour. */
export function VerdictBadge({ compliant }: { compliant: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge
      appearance="tint"
      size="large"
      color={compliant ? 'success' : 'danger'}
      icon={compliant ? <CheckmarkCircle16Filled /> : <DismissCircle16Filled />}
    >
      {t(compliant ? 'complianceScreen.complies' : 'complianceScreen.compliesNot')}
    </Badge>
  );
}
