import { Button } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatTime } from '../../state/format.ts';
import type { Saved } from '../../state/recordSession.ts';
import { sameJson } from '../../state/sameJson.ts';
import { Callout } from '../Callout.tsx';
import { useCommonStyles } from '../commonStyles.ts';
import { useLanguage } from '../useLanguage.ts';
import { compareRecords, type Difference, type DiffOrder, takeParts } from './compareRecords.ts';
import { FieldComparison, type Side } from './FieldComparison.tsx';

/** Two windows changed the draft: shows both versions side by side, and saves nothing until the user chooses one as a whole or field by field. */
export function ConflictPanel(props: {
  mine: DraftRecord;
  theirs: Saved;
  /** The version that both started from. */
  base: DraftRecord;
  diffOrder: DiffOrder;
  onResolve: (record: DraftRecord) => void;
}) {
  const language = useLanguage();
  const styles = useCommonStyles();
  const { mine, theirs, base, diffOrder } = props;
  const differences = useMemo(
    () => compareRecords(mine, theirs.record, diffOrder),
    [language, mine, theirs.record, diffOrder],
  );
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const chosen = { ...preferred(differences, mine, base), ...choices };
  const saveChosen = () => {
    const paths = differences
      .filter((one) => !one.isSame && chosen[one.path] === 'right')
      .map((one) => one.path);
    props.onResolve(takeParts(mine, theirs.record, paths));
  };
  return (
    <Callout
      intent="warning"
      className={styles.marginBlock}
      bodyClassName={styles.gridOfRows}
      role="alert"
      politeness="assertive"
      title={t('article.conflict.title')}
    >
      <div>{t('article.conflict.text', { time: formatTime(theirs.updatedAt) })}</div>
      <FieldComparison
        name={t('article.conflict.table')}
        titles={{ left: t('article.conflict.mine'), right: t('article.conflict.theirs') }}
        differences={differences}
        chosen={chosen}
        onChoose={(path, side) => setChoices((before) => ({ ...before, [path]: side }))}
      />
      <div className={styles.buttonRow}>
        <Button appearance="primary" onClick={saveChosen}>
          {t('article.conflict.saveChosen')}
        </Button>
        <Button onClick={() => props.onResolve(theirs.record)}>{t('article.conflict.useTheirs')}</Button>
        <Button onClick={() => props.onResolve(mine)}>{t('article.conflict.keepMine')}</Button>
      </div>
    </Callout>
  );
}

/** Prefers the other window's value of fields that only it changed, and this window's value of all others. */
function preferred(
  differences: readonly Difference[],
  mine: DraftRecord,
  base: DraftRecord,
): Record<string, Side> {
  return Object.fromEntries(
    differences.map(({ path }) => [path, sameJson(getAt(mine, path), getAt(base, path)) ? 'right' : 'left']),
  );
}
