import { Button, Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular, CopyRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { monospace, secondary, stack, wrappingRow } from '../../parts/commonStyles.ts';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { copyText } from '../../parts/upload/copyText.ts';
import { call } from '../../state/data/client.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  root: { ...stack, rowGap: tokens.spacingVerticalS },
  bar: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  title: { overflowWrap: 'anywhere' },
  filledIn: { ...secondary, marginBlock: tokens.spacingVerticalXS },
  json: { '& textarea': { ...monospace, minHeight: '220px' }, maxHeight: 'none' },
});

/** The exact request of any record that would be sent, shown on demand. */
export function PayloadView({ plan }: { plan: Plan }) {
  const styles = useStyles();
  if (plan.toSend === 0) return null;
  return (
    <Disclosure heading={t('send.payload.title')}>
      {plan.filledIn > 0 && (
        <p className={styles.filledIn}>
          {t('send.filledIn', { count: plan.filledIn, n: formatNumber(plan.filledIn) })}
        </p>
      )}
      <Payload key={plan.id} plan={plan} />
    </Disclosure>
  );
}

function Payload({ plan: { id, toSend } }: { plan: Plan }) {
  const styles = useStyles();
  const [place, setPlace] = useState(0);
  const { record, error } = usePayload(id, place);
  const json = record ? JSON.stringify(record.payload.body, null, 2) : '';
  return (
    <div className={styles.root}>
      <div className={styles.bar}>
        <Button
          size="small"
          icon={<ChevronLeftRegular />}
          aria-label={t('send.payload.previous')}
          disabledFocusable={place === 0}
          onClick={() => setPlace(Math.max(0, place - 1))}
        />
        <Text role="status">
          {t('send.payload.place', { place: formatNumber(place + 1), total: formatNumber(toSend) })}
        </Text>
        <Button
          size="small"
          icon={<ChevronRightRegular />}
          aria-label={t('send.payload.next')}
          disabledFocusable={place >= toSend - 1}
          onClick={() => setPlace(Math.min(toSend - 1, place + 1))}
        />
        <Button size="small" icon={<CopyRegular />} onClick={() => void copyText(json)}>
          {t('send.payload.copy')}
        </Button>
      </div>
      {error && <ErrorPanel error={error} />}
      {record && (
        <>
          <Text weight="semibold" className={styles.title}>
            {record.title || t('article.untitled')}
          </Text>
          <Text className={styles.title}>
            {record.payload.method} {record.payload.address}
          </Text>
          <Field label={t('send.payload.body')}>
            <Textarea className={styles.json} readOnly resize="vertical" value={json} />
          </Field>
          <Text size={200}>{t('send.payload.note')}</Text>
        </>
      )}
    </div>
  );
}

interface Shown {
  title: string;
  payload: CallOutput<'uploads.payload'>;
}

/** The request for the draft at a 0-based place of the plan; `record` is null if there is none. */
function usePayload(plan: string, place: number) {
  const { data: record = null, error } = useQuery({
    queryKey: ['uploads.payload', { plan, place }],
    queryFn: () => loadPayload(plan, place),
    gcTime: 0,
  });
  return { record, error };
}

async function loadPayload(plan: string, place: number): Promise<Shown | null> {
  const draftId = await call('uploads.planned', { plan, place });
  if (draftId === null) return null;
  const [draft, payload] = await Promise.all([
    call('drafts.get', { id: draftId }),
    call('uploads.payload', { draftId }),
  ]);
  return { title: draft.title, payload };
}
