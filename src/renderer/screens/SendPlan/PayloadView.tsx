import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  Field,
  makeStyles,
  Text,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular, CodeRegular, CopyRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { Selection } from '../../../shared/draft/draft.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { monospace, stack, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { copyText } from '../../parts/upload/copyText.ts';
import { call } from '../../state/data/client.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  root: { ...stack, rowGap: tokens.spacingVerticalS },
  bar: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  title: { overflowWrap: 'anywhere' },
  json: { '& textarea': { ...monospace, minHeight: '220px' }, maxHeight: 'none' },
});

/** The exact request of any record of the selection, shown on demand. */
export function PayloadView(props: { accountId: string; selection: Selection; plan: Plan }) {
  const [isOpen, setOpen] = useState(false);
  if (props.plan.selected === 0) return null;
  return (
    <Accordion collapsible onToggle={(_, { openItems }) => setOpen(openItems.length > 0)}>
      <AccordionItem value="payload">
        <AccordionHeader icon={<CodeRegular />} size="small">
          {t('send.payload.title')}
        </AccordionHeader>
        <AccordionPanel>{isOpen && <Payload {...props} />}</AccordionPanel>
      </AccordionItem>
    </Accordion>
  );
}

function Payload(props: { accountId: string; selection: Selection; plan: Plan }) {
  const styles = useStyles();
  const [place, setPlace] = useState(0);
  const { record, error } = usePayload(props.accountId, props.selection, place);
  const { selected, heldBack } = props.plan;
  const held = heldBack.find((one) => one.draftId === record?.draftId);
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
          {t('send.payload.place', { place: formatNumber(place + 1), total: formatNumber(selected) })}
        </Text>
        <Button
          size="small"
          icon={<ChevronRightRegular />}
          aria-label={t('send.payload.next')}
          disabledFocusable={place >= selected - 1}
          onClick={() => setPlace(Math.min(selected - 1, place + 1))}
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
          {held && <Text>{t('send.payload.held', { reason: describe(held.message) })}</Text>}
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
  draftId: number;
  title: string;
  payload: CallOutput<'uploads.payload'>;
}

/** The request for the draft at a 0-based index of the selection; `record` is null if there is none. */
function usePayload(accountId: string, selection: Selection, place: number) {
  const { data: record = null, error } = useQuery({
    queryKey: ['uploads.payload', { accountId, selection, place }],
    queryFn: () => loadPayload(accountId, selection, place),
    gcTime: 0,
  });
  return { record, error };
}

async function loadPayload(accountId: string, selection: Selection, place: number): Promise<Shown | null> {
  const draftId = 'ids' in selection ? selection.ids[place] : await idAt(accountId, selection, place);
  if (draftId === undefined) return null;
  const [draft, payload] = await Promise.all([
    call('drafts.get', { id: draftId }),
    call('uploads.payload', { draftId }),
  ]);
  return { draftId, title: draft.title, payload };
}

/** Returns the id at an index of the list, skipping those left out. */
async function idAt(
  accountId: string,
  { filter, except }: Extract<Selection, { filter: unknown }>,
  place: number,
): Promise<number | undefined> {
  const left = new Set(except);
  for (let offset = 0, seen = -1; ; offset += 500) {
    // Without exceptions the index in the list is the index in the selection.
    const from = left.size === 0 ? place : offset;
    const { rows } = await call('drafts.list', {
      accountId,
      filter,
      sort: { by: 'updated', direction: 'desc' },
      offset: from,
      limit: left.size === 0 ? 1 : 500,
    });
    if (left.size === 0 || rows.length === 0) return rows[0]?.id;
    for (const row of rows) if (!left.has(row.id) && ++seen === place) return row.id;
  }
}
