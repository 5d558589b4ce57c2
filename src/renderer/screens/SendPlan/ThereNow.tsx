import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Plan, RemoteState } from '../../../shared/upload/upload.ts';
import { Callout } from '../../parts/Callout.tsx';
import { secondary, stack } from '../../parts/commonStyles.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { draftHref } from '../../state/navigation/route.ts';
import { PlanProgress } from './PlanProgress.tsx';
import type { PlanStage } from './useSendPlan.ts';

const useStyles = makeStyles({
  root: { ...stack, justifyItems: 'start', rowGap: tokens.spacingVerticalS },
  wide: { justifySelf: 'stretch' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, lineHeight: '24px', overflowWrap: 'anywhere' },
  // As high as its line, which a long title shares with the date.
  link: { paddingBlock: '4px' },
  quiet: secondary,
});

/** How many titles of each kind are listed, to keep the window small. */
const shown = 6;

export interface ThereProps {
  plan: Plan;
  there: RemoteState | null;
  /** The progress of asking the directory; null: it is not being asked. */
  looking: PlanStage | null;
  takesSnapshots: boolean;
  onLook: () => void;
  onSkip: () => void;
  onLeave: () => void;
}

/** Compares what would be sent with the directory's current records, to show other people's changes before they are overwritten. */
export function ThereNow(props: ThereProps) {
  const styles = useStyles();
  const { plan, there, looking } = props;
  if (plan.toSend === 0 && there === null) return null;
  const requests = t('send.requests', { count: plan.lookRequests, n: formatNumber(plan.lookRequests) });
  return (
    <section className={styles.root} aria-labelledby="there-now">
      <h3 id="there-now" className={styles.title}>
        {t('send.there.title')}
      </h3>
      {looking && (
        <>
          <div className={styles.wide}>
            <PlanProgress stage={looking} />
          </div>
          <Text className={styles.quiet}>{t('send.there.about')}</Text>
        </>
      )}
      {!looking && (
        <div role="status" className={styles.wide}>
          {there ? (
            <Found {...props} there={there} />
          ) : (
            <Text>
              {t('send.there.notLooked')}
              {plan.fresh > 0 && ` ${t('send.there.notLookedNew')}`}
            </Text>
          )}
        </div>
      )}
      {/* One button for all, so that it keeps the focus. */}
      <Button size="small" onClick={looking ? props.onSkip : props.onLook}>
        {looking ? t('send.there.skip') : there ? t('send.there.again') : t('send.there.look', { requests })}
      </Button>
    </section>
  );
}

function Found(props: ThereProps & { there: RemoteState }) {
  const styles = useStyles();
  const { there } = props;
  const isClear = there.changedCount + there.foreignCount === 0;
  const n = formatNumber(there.looked);
  return (
    <>
      {isClear && there.unasked === null && (
        <Text className={styles.quiet}>{t('send.there.clear', { count: there.looked, n })}</Text>
      )}
      {!isClear && (
        <Callout intent="warning">
          <Records kind="changed" {...props} />
          <Records kind="foreign" {...props} />
          {t(props.takesSnapshots ? 'send.there.kept' : 'send.there.unkept')}
        </Callout>
      )}
      {there.unasked !== null && (
        <Callout intent="warning">{t('send.there.unasked', { why: describe(there.unasked) })}</Callout>
      )}
    </>
  );
}

function Records(props: ThereProps & { there: RemoteState; kind: 'changed' | 'foreign' }) {
  const styles = useStyles();
  const { there, kind } = props;
  const count = there[`${kind}Count`];
  const records = there[kind].slice(0, shown);
  const unlisted = count - records.length;
  if (count === 0) return null;
  return (
    <>
      <div>{t(`send.there.${kind}`, { count, n: formatNumber(count) })}</div>
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.draftId}>
            <Link inline className={styles.link} href={draftHref(record.draftId)} onClick={props.onLeave}>
              {record.title || t('article.untitled')}
            </Link>{' '}
            <Text className={styles.quiet}>
              {record.at === null
                ? t('send.there.atUnknown')
                : t('send.there.at', { when: formatRecent(record.at) })}
            </Text>
          </li>
        ))}
        {unlisted > 0 && <li>{t('send.there.unlisted', { count: unlisted, n: formatNumber(unlisted) })}</li>}
      </ul>
    </>
  );
}
