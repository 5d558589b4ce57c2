import { Button, makeStyles, Text, Tooltip, tokens } from '@fluentui/react-components';
import {
  ArrowLeftRegular,
  ChevronDownRegular,
  ChevronUpRegular,
  DismissRegular,
} from '@fluentui/react-icons';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../parts/format.ts';
import { ArticleForm } from '../../pieces.ts';
import { placeOf, rowAt, useDraftRows } from '../../state/draftRows.ts';
import { draftHref, go, useRoute } from '../../state/route.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  place: { color: tokens.colorNeutralForeground3 },
  space: { flexGrow: 1 },
  form: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
});

/** One record: its form, with the way back to the list and to its neighbours there. */
export function DraftPane(props: { draftId: number; isAlone: boolean }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const root = useRef<HTMLElement>(null);
  const close = () => go('#/drafts');
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={styles.root}
      aria-label={t('drafts.record')}
      data-region="record"
    >
      <div className={styles.bar}>
        {props.isAlone && (
          <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={close}>
            {t('drafts.back')}
          </Button>
        )}
        <Neighbours draftId={props.draftId} />
        <span className={styles.space} />
        {!props.isAlone && (
          <Tooltip content={t('drafts.closeRecord')} relationship="label">
            <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={close} />
          </Tooltip>
        )}
      </div>
      <TakeFocus key={props.draftId} root={root} />
      <div className={styles.form}>
        <ArticleForm key={props.draftId} draftId={props.draftId} />
      </div>
    </section>
  );
}

/** Opened from elsewhere the record takes the focus; opened by a click in the list beside it, it leaves it there. */
function TakeFocus(props: { root: RefObject<HTMLElement | null> }) {
  const { root } = props;
  useEffect(() => {
    const { route } = useRoute.getState();
    const isFieldMeant = route.screen === 'drafts' && route.field !== null;
    const { activeElement } = document;
    const isHere = root.current?.contains(activeElement) || activeElement?.closest('[role="grid"]');
    if (!isFieldMeant && !isHere) root.current?.focus();
  }, [root]);
  return null;
}

function Neighbours(props: { draftId: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const chunks = useDraftRows((state) => state.chunks);
  const total = useDraftRows((state) => state.total);
  const place = placeOf(chunks, props.draftId);
  if (place === null || total === null) return null;
  const before = rowAt(chunks, place - 1)?.id;
  const after = rowAt(chunks, place + 1)?.id;
  return (
    <>
      <Step icon={<ChevronUpRegular />} label={t('drafts.previous')} to={before} />
      <Step icon={<ChevronDownRegular />} label={t('drafts.next')} to={after} />
      <Text size={200} className={styles.place}>
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
