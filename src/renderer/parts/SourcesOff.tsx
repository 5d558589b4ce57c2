import { t } from '../../shared/i18n/i18n.ts';
import { go } from '../state/navigation/route.ts';
import { Callout } from './Callout.tsx';

/** Reports that external sources are switched off, with a link to the setting. */
export function SourcesOff({ onLeave }: { onLeave: () => void }) {
  const open = () => {
    onLeave();
    go('#/settings/sources');
  };
  return (
    <Callout
      intent="info"
      title={t('sources.off.message')}
      action={{ label: t('sources.off.open'), run: open }}
    >
      {t('sources.off.fix')}
    </Callout>
  );
}
