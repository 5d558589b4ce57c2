import { t } from '../../../shared/i18n/i18n.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { Callout } from '../../parts/Callout.tsx';
import { go } from '../../state/navigation/route.ts';

/** The checks that could not be made before sending, each with the screen where that can be changed. */
export function Unchecked({ plan, onLeave }: { plan: Plan; onLeave: () => void }) {
  const leaveTo = (hash: string) => () => {
    onLeave();
    go(hash);
  };
  return plan.unchecked.map((thing) => (
    <Callout
      key={thing}
      intent={thing === 'key' ? 'error' : 'warning'}
      action={{
        label: t(`send.unchecked.${thing}Action`),
        run: leaveTo(thing === 'key' ? '#/settings' : '#/journals'),
      }}
    >
      {t(`send.unchecked.${thing}`)}
    </Callout>
  ));
}
