import { Button } from '@fluentui/react-components';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { asAppError } from '../../state/client.ts';
import { replaceFilter } from '../../state/draftsView.ts';
import { formatNumber } from '../../state/format.ts';
import { acceptImports } from '../../state/imports.ts';
import { showError } from '../../state/notices.ts';
import { go } from '../../state/route.ts';
import { showAdded } from './showAdded.ts';
import { TrayLine } from './TrayLine.tsx';

/** Imports that wait for review, with a button that accepts all of them. `shown` is the one whose preview is open. */
export function WaitingLine(props: { waiting: readonly ImportStatus[]; shown: number | undefined }) {
  const { waiting, shown } = props;
  const first = waiting[0]!;
  const isMany = waiting.length > 1;
  const words = isMany ? t('import.manyWaiting', sumUp(waiting)) : t('import.waiting', sumUp(waiting));
  return (
    <TrayLine words={words} share={null}>
      {isMany && (
        <Button size="small" onClick={() => void acceptAll(waiting)}>
          {t('import.acceptAll', { n: formatNumber(waiting.length) })}
        </Button>
      )}
      {shown === undefined && (
        <Button
          size="small"
          appearance="primary"
          onClick={() => go({ screen: 'imports', importId: first.id })}
        >
          {isMany ? t('import.lookFirst') : t('import.look', { count: first.read })}
        </Button>
      )}
    </TrayLine>
  );
}

function sumUp(waiting: readonly ImportStatus[]): Record<string, unknown> {
  const sum = (of: (status: ImportStatus) => number) => waiting.reduce((total, one) => total + of(one), 0);
  const read = sum((one) => one.read);
  return {
    name: waiting[0]!.name,
    count: read,
    n: formatNumber(read),
    files: formatNumber(waiting.length),
    created: formatNumber(sum((one) => one.created)),
    updated: formatNumber(sum((one) => one.updated)),
    problems: formatNumber(sum((one) => one.problems)),
  };
}

async function acceptAll(waiting: readonly ImportStatus[]): Promise<void> {
  const toDrafts = () => go('#/drafts');
  // Leaves the preview first, which would otherwise move on to the next import with each accepted one.
  toDrafts();
  replaceFilter({});
  try {
    await showAdded(await acceptImports(waiting.map(({ id }) => id)), {}, toDrafts);
  } catch (error) {
    showError(asAppError(error));
  }
}
