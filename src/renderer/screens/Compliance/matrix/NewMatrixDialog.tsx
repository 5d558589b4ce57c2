import { Checkbox, Field, Input, makeStyles, Select, Textarea, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import type { CallInput, CallOutput } from '../../../../shared/contract/contract.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { language, t } from '../../../../shared/i18n/i18n.ts';
import { matchingText } from '../../../../shared/text/nearMatch.ts';
import { secondary } from '../../../parts/commonStyles.ts';
import { AppDialog } from '../../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../../parts/useAction.ts';
import { useSettled } from '../../../parts/useSettled.ts';
import { call } from '../../../state/data/client.ts';
import { type Choice, useFunders } from '../../../state/data/compliance.ts';
import { useCall } from '../../../state/data/queries.ts';
import { languages, useJournalChoices } from '../questionChoices.ts';
import { issnProblem, listed } from './matrixQuestion.ts';
import { OrganisationPicks } from './OrganisationPicks.tsx';
import { planText } from './planText.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  plan: { minHeight: '20px', alignSelf: 'center', flexGrow: 1 },
  root: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  search: { width: '100%', marginBottom: tokens.spacingVerticalXXS },
  none: { ...secondary, padding: tokens.spacingHorizontalS },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalXXS },
  list: {
    display: 'grid',
    height: '180px',
    alignContent: 'start',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    '& label': { overflowWrap: 'anywhere', minWidth: 0 },
  },
});

/** Chooses the journals, funders and organisations of a new matrix, and shows how many requests and how much time it needs. */
export function NewMatrixDialog(props: { onClose: () => void; onMade: (id: number) => void }) {
  const styles = useStyles();
  const planId = useId();
  const journals = useJournalChoices();
  const funders = useFunders();
  const [name, setName] = useState('');
  const [pickedJournals, setJournals] = useState<ReadonlySet<string> | null>(null);
  const [others, setOthers] = useState('');
  const [pickedFunders, setFunders] = useState<ReadonlySet<string> | null>(null);
  const [organisations, setOrganisations] = useState<readonly Choice[]>([]);
  const [lang, setLang] = useState<string>(language);
  const [isTried, setTried] = useState(false);
  // The default is all of the account's journals and the favourite funders.
  const ownJournals = pickedJournals ?? new Set(journals.map(({ id }) => id));
  const ownFunders =
    pickedFunders ?? new Set(funders.filter(({ favourite }) => favourite).map(({ id }) => id));
  const asked = {
    issns: [...ownJournals, ...listed(others)],
    funders: [...ownFunders],
    rors: organisations.map(({ id }) => id),
    lang,
    maxAge: 30,
  };
  const problem = issnProblem(others);
  const isWhole = asked.issns.length > 0 && asked.funders.length > 0;
  const isRight = problem === '';
  // A number that is being typed is not wrong yet.
  const settled = useSettled(others, typingPauseMs * 3);
  const wrong = isTried || settled === others ? problem : '';
  const plan = useMatrixPlan(isWhole && isRight ? asked : null);
  const { run, isBusy, error } = useOwnAction(async () => {
    const started = { ...asked, name: name.trim() || t('compliance.matrix.title') };
    props.onMade((await call('matrix.start', started)).id);
  });
  const make = () => {
    setTried(true);
    if (isWhole && isRight) run();
  };
  return (
    <AppDialog
      help="compliance"
      isForm
      title={t('complianceScreen.newMatrix')}
      maxWidth="880px"
      error={error ?? plan.error}
      status={
        <div id={planId} role="status" className={styles.plan}>
          {planText({ isWhole, isMarked: wrong !== '', plan: plan.answer })}
        </div>
      }
      action={{
        label: t('complianceScreen.start'),
        isBusy,
        isDisabled: !isWhole,
        describedBy: planId,
        run: make,
      }}
      onClose={props.onClose}
    >
      <div className={styles.fields}>
        <Field label={t('complianceScreen.matrixName')}>
          <Input value={name} onChange={(_, { value }) => setName(value)} />
        </Field>
        <Field label={t('complianceScreen.wordsLanguage')}>
          <Select value={lang} onChange={(_, { value }) => setLang(value)}>
            {languages.map((one) => (
              <option key={one} value={one} lang={one}>
                {t(`complianceScreen.lang.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Picks
          label={t('complianceScreen.myJournals', { count: ownJournals.size })}
          items={journals.map(({ id, title }) => ({ id, name: `${title} · ${id}` }))}
          chosen={ownJournals}
          onChange={setJournals}
        />
        <Picks
          label={t('complianceScreen.funders', { count: ownFunders.size })}
          items={funders.map(({ id, name, abbr, country, aliases }) => ({
            id,
            name,
            more: [abbr, country, ...aliases].join(' '),
          }))}
          chosen={ownFunders}
          onChange={setFunders}
        />
        <Field
          label={t('complianceScreen.otherIssns')}
          hint={t('complianceScreen.otherIssnsHint')}
          validationState={wrong ? 'error' : 'none'}
          validationMessage={wrong || null}
        >
          <Textarea
            rows={2}
            value={others}
            onChange={(_, { value }) => {
              setOthers(value);
              setTried(false);
            }}
            onBlur={() => setTried(true)}
          />
        </Field>
        <OrganisationPicks chosen={organisations} onChange={setOrganisations} />
      </div>
    </AppDialog>
  );
}

const typingPauseMs = 300;

/** How many requests and how much time a matrix needs, computed when typing pauses. A null question is incomplete. */
function useMatrixPlan(asked: CallInput<'matrix.plan'> | null): {
  answer: CallOutput<'matrix.plan'> | null;
  error: AppError | null;
} {
  const settled = useSettled(asked && JSON.stringify(asked), typingPauseMs);
  const input = asked && settled ? (JSON.parse(settled) as CallInput<'matrix.plan'>) : null;
  const { data, error } = useCall('matrix.plan', input, { keepsPrevious: true });
  return { answer: (input && !error && data) || null, error };
}

/** A list of at most this many is seen at once. */
const maxUnsearched = 8;

/** Checkboxes for the entries of a list, with one that selects all of them, and a search in a long one. */
function Picks(props: {
  label: string;
  /** `more` is searched too. */
  items: readonly { id: string; name: string; more?: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const styles = useStyles();
  const { items, chosen } = props;
  const [wanted, setWanted] = useState('');
  const isAll = items.length > 0 && items.every(({ id }) => chosen.has(id));
  const isSearched = wanted.trim() !== '';
  const shown = matchingText(items, wanted, ({ id, name, more = '' }) => `${name} ${more} ${id}`);
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>{props.label}</legend>
      {items.length > maxUnsearched && (
        <Input
          type="search"
          className={styles.search}
          contentBefore={<SearchRegular />}
          placeholder={t('complianceScreen.searchList')}
          aria-label={t('complianceScreen.searchListOf', { label: props.label })}
          value={wanted}
          onChange={(_, { value }) => setWanted(value)}
        />
      )}
      <div className={styles.list}>
        {!isSearched && (
          <Checkbox
            label={t('complianceScreen.all')}
            checked={isAll ? true : chosen.size > 0 ? 'mixed' : false}
            onChange={() => props.onChange(isAll ? new Set() : new Set(items.map(({ id }) => id)))}
          />
        )}
        {shown.length === 0 && <span className={styles.none}>{t('complianceScreen.nothingFound')}</span>}
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.has(id)}
            onChange={(_, { checked }) => {
              const next = new Set(chosen);
              if (checked) next.add(id);
              else next.delete(id);
              props.onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
