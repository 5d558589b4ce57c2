import { Checkbox, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef } from 'react';
import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import { countFindings } from '../../../shared/countFindings.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { applicationValueText } from '../../parts/application/applicationValueText.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import {
  barPadding,
  secondary,
  smallSecondary,
  stack,
  wrapping,
  wrappingRow,
} from '../../parts/commonStyles.ts';
import { BeforeAfter } from '../../parts/texts/BeforeAfter.tsx';
import { formatNumber } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import {
  draftKey,
  isGoing,
  isPossible,
  type Previews,
  tick,
  tickedPaths,
  type Unticked,
} from './bulkChanges.ts';
import { ListSection } from './ListSection.tsx';

/** Height of a journal with one change, in CSS pixels. */
const rowHeight = 64;

const useStyles = makeStyles({
  row: { ...stack, ...barPadding, rowGap: '2px' },
  head: { ...wrappingRow, columnGap: tokens.spacingHorizontalS },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  change: {
    ...wrapping,
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  values: {
    ...wrapping,
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    flex: '1 1 16rem',
    minWidth: 0,
  },
  label: secondary,
  // Aligned with the text of a row without a box.
  box: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})` },
  boxLabel: { ...secondary, fontSize: tokens.fontSizeBase200 },
  left: { color: tokens.colorNeutralForeground3 },
  before: { ...secondary, textDecorationLine: 'line-through' },
  quiet: smallSecondary,
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

interface Ticks {
  unticked: Unticked;
  onTick: (unticked: Unticked) => void;
}

/**
 * Previews the changes for every journal: before and after, the findings of the rules, and existing drafts. Journals and
 * single changes can be left out. `isRevealed`: it is scrolled into view when it appears.
 */
export function ManyPreview(props: Ticks & { previews: Previews; isRevealed?: boolean }) {
  // Problems that prevent the user from continuing come first.
  const rows = useMemo(
    () => props.previews.toSorted((a, b) => Number(b.problem !== null) - Number(a.problem !== null)),
    [props.previews],
  );
  const { unticked, onTick } = props;
  const possible = rows.filter(isPossible).length;
  const going = rows.filter((row) => isGoing(row, unticked)).length;
  const blocked = rows.filter(({ problem }) => problem !== null).length;
  const same = rows.length - possible - blocked;
  const left = possible - going;
  const root = useRef<HTMLElement>(null);
  const { isRevealed = false } = props;
  // The preview might be below the visible part.
  useEffect(() => {
    if (isRevealed) root.current?.scrollIntoView({ block: 'end' });
  }, [isRevealed]);
  return (
    <ListSection
      ref={root}
      heading={t('journals.many.would', { count: going, n: formatNumber(going) })}
      explanation={[
        left > 0 && t('journals.many.unticked', { count: left, n: formatNumber(left) }),
        same > 0 && t('journals.many.same', { count: same, n: formatNumber(same) }),
        blocked > 0 && t('journals.many.blocked', { count: blocked, n: formatNumber(blocked) }),
      ]
        .filter(Boolean)
        .join(' ')}
      label={t('journals.many.list')}
      total={rows.length}
      rowHeight={rowHeight}
      maxHeight="min(24rem, 45vh)"
    >
      {(index) => rows[index] && <PreviewRow preview={rows[index]} unticked={unticked} onTick={onTick} />}
    </ListSection>
  );
}

function PreviewRow({ preview, unticked, onTick }: Ticks & { preview: Previews[number] }) {
  const styles = useStyles();
  const { journalId, changes, proposed, draftId, problem } = preview;
  const title = preview.title || t('common.untitled');
  const ticked = tickedPaths(preview, unticked);
  const isLeft = (path: string) => proposed.includes(path) && !ticked.includes(path);
  const findings = preview.findings.filter(({ path }) => !isLeft(path));
  const choose = (paths: readonly string[], isTicked: boolean) =>
    onTick(tick(unticked, journalId, { paths, isTicked }));
  const [errors, warnings] = [countFindings(findings, 'error'), countFindings(findings, 'warning')];
  return (
    <div className={styles.row}>
      <span className={styles.head}>
        {isPossible(preview) ? (
          <Checkbox
            className={styles.box}
            label={{ children: title, className: styles.title }}
            checked={ticked.length === proposed.length ? true : ticked.length > 0 ? 'mixed' : false}
            onChange={() => choose(proposed, ticked.length === 0)}
          />
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {isGoing(preview, unticked) && (
          <ReadinessBadge
            readiness={errors > 0 ? 'incomplete' : warnings > 0 ? 'warnings' : 'ready'}
            errors={errors}
            warnings={warnings}
          />
        )}
      </span>
      {problem !== null && <span className={styles.problem}>{describe(problem)}</span>}
      {changes.map((change) => (
        <Change
          key={change.path}
          change={change}
          title={title}
          isTicked={proposed.includes(change.path) ? !isLeft(change.path) : null}
          // The only change is ticked with its journal.
          hasBox={proposed.length > 1}
          onTick={(isTicked) => choose([change.path], isTicked)}
        />
      ))}
      {problem === null && changes.length === 0 && (
        <span className={styles.quiet}>
          {t(draftId === null ? 'journals.many.nothing' : 'journals.many.nothingInDraft')}
        </span>
      )}
      {findings
        .filter(({ severity }) => severity === 'error')
        .slice(0, 3)
        .map(({ path, code, message }) => (
          <span key={`${path} ${code}`} className={styles.problem}>
            {t('journals.many.finding', { field: fieldText(path), message: describe(message) })}
          </span>
        ))}
      {draftId !== null && (
        <span className={styles.quiet}>
          {t(`journals.many.${draftKey(preview, unticked)}`)}{' '}
          <Link
            inline
            href={hrefOf({ screen: 'update-requests', applicationId: draftId, field: null })}
            target="_blank"
          >
            {t('journals.many.openDraft')}
          </Link>
        </span>
      )}
    </div>
  );
}

/** One change; `isTicked` is null for an earlier change of the draft, which stays. */
function Change(props: {
  change: ValueDifference;
  title: string;
  isTicked: boolean | null;
  hasBox: boolean;
  onTick: (isTicked: boolean) => void;
}) {
  const styles = useStyles();
  const { change, isTicked } = props;
  const { path } = change;
  const inWords = (value: ValueDifference['before']) =>
    applicationValueText(path, value)?.replaceAll('\n', ', ');
  const before = inWords(change.before);
  const after = inWords(change.after);
  const field = fieldText(path);
  return (
    <span className={mergeClasses(styles.change, isTicked === false && styles.left)}>
      {props.hasBox && isTicked !== null ? (
        <Checkbox
          className={styles.box}
          label={{ children: field, className: styles.boxLabel }}
          aria-label={t('journals.many.tick', { field, title: props.title })}
          checked={isTicked}
          onChange={(_, { checked }) => props.onTick(checked === true)}
        />
      ) : (
        <span className={styles.label}>{field}:</span>
      )}
      <span className={styles.values}>
        <BeforeAfter
          before={
            <span className={mergeClasses(before !== undefined && styles.before)}>
              {before ?? t('common.notGiven')}
            </span>
          }
          after={<span>{after ?? t('common.nothing')}</span>}
        />
      </span>
    </span>
  );
}
