import { Badge, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular, FilterRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import { type FacetName, facetNames, facetOf, isAssigned } from '../../../shared/draft/facets.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { heading3, listButton, row, secondary, stack, thinLine } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { useSettled } from '../../parts/useSettled.ts';
import { useIsShared } from '../../state/data/office.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { toggleFacet, useFacetPanel } from '../../state/dialogs/facetPanel.ts';
import { formatNumber } from '../../state/format.ts';
import { useDraftsView } from '../../state/records/draftsView.ts';
import { FacetValueList } from './FacetValueList.tsx';

/** How many values are shown initially, and at most. */
const initialValues = 8;
const maxValues = 200;
const settlesAfterMs = 150;

const useStyles = makeStyles({
  root: { ...stack, alignContent: 'start', minWidth: 0 },
  facet: { ...stack, borderBottom: thinLine, paddingBlock: tokens.spacingVerticalXXS },
  heading: heading3,
  toggle: {
    ...row,
    ...listButton,
    gap: tokens.spacingHorizontalXS,
    width: '100%',
    minHeight: '32px',
    paddingInline: tokens.spacingHorizontalXS,
    fontWeight: tokens.fontWeightSemibold,
  },
  chosen: { marginInlineStart: 'auto' },
  body: { ...stack, justifyItems: 'start', paddingBottom: tokens.spacingVerticalS },
  wide: { justifySelf: 'stretch' },
  search: { display: 'flex', paddingInline: tokens.spacingHorizontalXS, paddingBlock: '2px' },
  box: { flexGrow: 1, minWidth: 0 },
  note: { ...secondary, paddingInline: tokens.spacingHorizontalS },
  more: { marginInlineStart: tokens.spacingHorizontalS, minHeight: '24px' },
});

/** The facets of the list of drafts; each can be expanded to include or exclude its values. */
export function FacetPanel() {
  const styles = useStyles();
  const isShared = useIsShared();
  const facets = facetNames.filter((facet) => isShared || !isAssigned(facet));
  return (
    <div className={styles.root}>
      {facets.map((facet) => (
        <Facet key={facet} facet={facet} />
      ))}
    </div>
  );
}

function Facet({ facet }: { facet: FacetName }) {
  const styles = useStyles();
  const bodyId = useId();
  const isUnfolded = useFacetPanel(({ unfolded }) => unfolded.includes(facet));
  const filter = useDraftsView((view) => view.filter);
  const chosen = (filter[facet]?.length ?? 0) + (filter.not?.[facet]?.length ?? 0);
  const name = t(`drafts.facet.name.${facet}`);
  return (
    <section className={styles.facet} aria-label={name}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? bodyId : undefined}
          onClick={() => toggleFacet(facet)}
        >
          {isUnfolded ? <ChevronDownRegular /> : <ChevronRightRegular />}
          {name}
          {chosen > 0 && (
            <Badge
              className={styles.chosen}
              appearance="tint"
              aria-label={t('drafts.facet.chosen', { count: chosen })}
            >
              {formatNumber(chosen)}
            </Badge>
          )}
        </button>
      </h2>
      {isUnfolded && <Values id={bodyId} facet={facet} />}
    </section>
  );
}

function Values({ id, facet }: { id: string; facet: FacetName }) {
  const styles = useStyles();
  const accountId = useAccount()?.id;
  const filter = useDraftsView((view) => view.filter);
  const [text, setText] = useState('');
  const [isLong, setLong] = useState(false);
  const search = useSettled(text, settlesAfterMs);
  const limit = isLong ? maxValues : initialValues;
  const input = accountId === undefined ? null : { accountId, filter, facet, search, limit };
  const { data, error, refetch } = useCall('drafts.facetValues', input, { keepsPrevious: true });
  const name = t(`drafts.facet.name.${facet}`);
  const { values = [], total = 0, isComplete = true } = data ?? {};
  // Main cannot search what the window puts into words.
  const isSearchable = facetOf(facet).text === undefined && (text !== '' || total > initialValues);
  return (
    <div id={id} className={styles.body}>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isSearchable && (
        <div className={mergeClasses(styles.wide, styles.search)}>
          <ValueSearch label={t('drafts.facet.search', { name })} text={text} onText={setText} />
        </div>
      )}
      {!isComplete && (
        <Text size={200} className={styles.note}>
          {t('drafts.facet.incomplete')}
        </Text>
      )}
      {data && values.length === 0 && (
        <Text size={200} className={styles.note}>
          {t('drafts.facet.nothing')}
        </Text>
      )}
      <div className={styles.wide}>
        <FacetValueList facet={facet} label={name} values={values} />
      </div>
      {total > values.length && (
        <div className={styles.more}>
          {isLong ? (
            <Text size={200} className={styles.note}>
              {t('drafts.facet.others', { count: total - values.length })}
            </Text>
          ) : (
            <TextButton onClick={() => setLong(true)}>
              {t('drafts.facet.more', { count: total, name })}
            </TextButton>
          )}
        </div>
      )}
    </div>
  );
}

/** Searches the values of a facet while the user types; Escape clears it. */
function ValueSearch(props: { label: string; text: string; onText: (text: string) => void }) {
  const styles = useStyles();
  const { label, text, onText } = props;
  return (
    <Input
      size="small"
      type="search"
      className={styles.box}
      value={text}
      maxLength={200}
      placeholder={label}
      aria-label={label}
      contentBefore={<FilterRegular />}
      onChange={(_, { value }) => onText(value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') onText('');
      }}
    />
  );
}
