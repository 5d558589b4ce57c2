import { Button, Text, Tooltip } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { formatNumber } from '../../state/format.ts';
import { findRow } from '../../state/pages.ts';
import { draftHref, go, useRoute } from '../../state/route.ts';
import { useDraftRows } from './DraftRows.tsx';

/** The pane around the form of one record, with links back to the list and to the previous and next record. */
export function DraftPane(props: { draftId: number; form: ReactNode; isAlone: boolean }) {
  return (
    <RecordPane
      label={t('drafts.record')}
      recordKey={props.draftId}
      isAlone={props.isAlone}
      backLabel={t('drafts.back')}
      closeLabel={t('drafts.closeRecord')}
      onClose={() => go('#/drafts')}
      bar={<Neighbours draftId={props.draftId} />}
      takesFocus={isNoFieldMeant}
    >
      {props.form}
    </RecordPane>
  );
}

function isNoFieldMeant(): boolean {
  const { route } = useRoute.getState();
  return route.screen !== 'drafts' || route.field === null;
}

function Neighbours(props: { draftId: number }) {
  const styles = useCommonStyles();
  const rows = useDraftRows();
  const { total, row } = rows;
  const place = findRow(rows, ({ id }) => id === props.draftId);
  if (place === null || total === null) return null;
  const before = row(place - 1)?.id;
  const after = row(place + 1)?.id;
  return (
    <>
      <Step icon={<ChevronUpRegular />} label={t('drafts.previous')} to={before} />
      <Step icon={<ChevronDownRegular />} label={t('drafts.next')} to={after} />
      <Text size={200} className={styles.tertiary}>
        {t('drafts.place', { place: formatNumber(place + 1), total: formatNumber(total) })}
      </Text>
    </>
  );
}

function Step(props: { icon: ReactElement; label: string; to: number | undefined }) {
  const { to } = props;
  return (
    <Tooltip content={props.label} relationship="label">
      <Button
        size="small"
        appearance="subtle"
        icon={props.icon}
        disabledFocusable={to === undefined}
        onClick={() => to !== undefined && go(draftHref(to))}
      />
    </Tooltip>
  );
}
