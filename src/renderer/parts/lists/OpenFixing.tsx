import { Button } from '@fluentui/react-components';
import type { FixingKind } from '../../../shared/fixing/fixing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import { Callout } from '../Callout.tsx';
import { useAction } from '../useAction.ts';

/** Offers to continue the newest fixing mode of a kind of records that was left before its end. */
export function OpenFixing({ kind }: { kind: FixingKind }) {
  const accountId = useAccount()?.id;
  const all = useCall('fixing.list', accountId === undefined ? null : { accountId }).data;
  const open = all?.find((one) => one.kind === kind);
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
      {t('fixing.paused', { done: formatNumber(done), total: formatNumber(total) })}
    </Callout>
  );
}
