import { Button } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { go } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';

/** Offers to continue the newest fixing mode that was left before its end. */
export function OpenFixing() {
  const accountId = useAccount()?.id;
  const open = useCall('fixing.list', accountId === undefined ? null : { accountId }).data?.[0];
  const end = useAction((id: number, place: number) =>
    call('fixing.step', { id, place, step: { do: 'end' } }),
  );
  if (!open) return null;
  const { id, place, total, counts } = open;
  const done = total - counts.left;
  return (
    <Callout
      intent="info"
      layout="auto"
      action={{ label: t('fixing.continue'), run: () => go({ screen: 'fixing', fixingId: id }) }}
      actions={
        <Button size="small" onClick={() => end.run(id, place)}>
          {t('fixing.end')}
        </Button>
      }
    >
      {t('fixing.open', { done: formatNumber(done), total: formatNumber(total) })}
    </Callout>
  );
}
