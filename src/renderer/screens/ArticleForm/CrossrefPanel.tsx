import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { takeParts } from '../../../shared/draft/takeParts.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { compareRecords } from '../../parts/form/comparison/compareRecords.ts';
import { FieldComparison } from '../../parts/form/comparison/FieldComparison.tsx';
import { useRecordPart } from '../../parts/form/formContext.ts';
import { SourcesOff } from '../../parts/SourcesOff.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useSettings } from '../../state/data/session.ts';
import { formatRecent } from '../../state/format.ts';
import { useArticle, useDraftPart } from './articleContext.ts';

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  button: { justifySelf: 'start' },
});

/** Shows Crossref's values for the DOI beside the draft's own, to be taken field by field. */
export function CrossrefPanel() {
  const styles = useStyles();
  const { session } = useArticle();
  const draftId = useDraftPart(({ id }) => id);
  const doi = useRecordPart((record) => articleKeys(record).doi);
  const record = useRecordPart((one) => one);
  const isOn = useSettings()?.sources.isOn ?? false;
  const ask = useOwnAction(async () => {
    if (!isOn) return { isOff: true } as const;
    await session.flush();
    const asked = session.store.getState().base;
    return { ...(await call('drafts.askCrossref', { draftId })), asked, doi };
  });
  const { result } = ask;
  const found = result && 'state' in result && result.doi === doi ? result : null;
  const differing = (one: DraftRecord) =>
    found?.proposed
      ? compareRecords(one, found.proposed, articleDiffOrder).filter(({ isSame }) => !isSame)
      : [];
  // Besides Crossref's values, the proposed record has what the draft had when it was asked.
  const theirs = new Set(found ? differing(found.asked).map(({ path }) => path) : []);
  const differences = differing(record).filter(({ path }) => theirs.has(path));
  return (
    <div className={styles.panel}>
      <Button
        size="small"
        className={styles.button}
        disabledFocusable={ask.isBusy || doi === null}
        onClick={() => ask.run()}
      >
        {t(ask.isBusy ? 'crossref.asking' : 'crossref.button')}
      </Button>
      {ask.error && <ErrorPanel error={ask.error} />}
      {result && 'isOff' in result && !isOn && <SourcesOff onLeave={() => undefined} />}
      {found && found.state !== 'found' && <Text role="status">{t(`crossref.state.${found.state}`)}</Text>}
      {found?.proposed && found.fetchedAt && (
        <>
          <Text role="status">
            {t(differences.length > 0 ? 'crossref.found' : 'crossref.nothing', {
              when: formatRecent(found.fetchedAt),
            })}
          </Text>
          {differences.length > 0 && (
            <FieldComparison
              name={t('crossref.table')}
              titles={{ left: t('article.duplicates.this'), right: 'Crossref' }}
              differences={differences}
              take={{
                label: t('crossref.take'),
                labelOf: (field) => t('crossref.takeOf', { field }),
                isBusy: false,
                run: ({ path }) => {
                  const { proposed } = found;
                  if (!proposed) return;
                  session.edit((before) => takeParts(before, proposed, [path]));
                  announce(t('crossref.taken'));
                },
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
