import { Checkbox, Field, Input, makeStyles, Select, Textarea, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { CallInput, CallOutput } from '../../../../shared/contract/contract.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { language, t } from '../../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../../parts/useAction.ts';
import { useSettled } from '../../../parts/useSettled.ts';
import { call } from '../../../state/data/client.ts';
import { useFunders } from '../../../state/data/compliance.ts';
import { useCall } from '../../../state/data/queries.ts';
import { languages, useJournalChoices } from '../questionChoices.ts';
import { issnProblem, listed, listedOrganisations, rorProblem } from './matrixQuestion.ts';
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
  const [organisations, setOrganisations] = useState('');
  const [lang, setLang] = useState<string>(language);
  const [wrong, setWrong] = useState({ others: '', organisations: '' });
  // The default is all of the account's journals and the favourite funders.
  const ownJournals = pickedJournals ?? new Set(journals.map(({ id }) => id));
  const ownFunders =
    pickedFunders ?? new Set(funders.filter(({ favourite }) => favourite).map(({ id }) => id));
  const asked = {
    issns: [...ownJournals, ...listed(others)],
    funders: [...ownFunders],
    rors: listedOrganisations(organisations),
    lang,
    maxAge: 30,
  };
  const problems = { others: issnProblem(others), organisations: rorProblem(organisations) };
  const isWhole = asked.issns.length > 0 && asked.funders.length > 0;
  const isRight = problems.others === '' && problems.organisations === '';
  const plan = useMatrixPlan(isWhole && isRight ? asked : null);
  const { run, isBusy, error } = useOwnAction(async () => {
    const started = { ...asked, name: name.trim() || t('compliance.matrix.title') };
    props.onMade((await call('matrix.start', started)).id);
  });
  const make = () => {
    setWrong(problems);
    if (isWhole && isRight) run();
  };
  return (
    <AppDialog
      isForm
      title={t('complianceScreen.newMatrix')}
      maxWidth="880px"
      error={error ?? plan.error}
      status={
        <div id={planId} role="status" className={styles.plan}>
          {planText({ isWhole, isRight, plan: plan.answer })}
        </div>
      }
      action={{
        label: t('complianceScreen.start'),
        isDisabled: isBusy || !isWhole,
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
          items={funders}
          chosen={ownFunders}
          onChange={setFunders}
        />
        <Field
          label={t('complianceScreen.otherIssns')}
          hint={t('complianceScreen.otherIssnsHint')}
          validationState={wrong.others ? 'error' : 'none'}
          validationMessage={wrong.others || null}
        >
          <Textarea
            rows={2}
            value={others}
            onChange={(_, { value }) => setOthers(value)}
            onBlur={() => setWrong((before) => ({ ...before, others: problems.others }))}
          />
        </Field>
        <Field
          label={t('complianceScreen.organisations')}
          hint={t('complianceScreen.organisationsHint')}
          validationState={wrong.organisations ? 'error' : 'none'}
          validationMessage={wrong.organisations || null}
        >
          <Textarea
            rows={2}
            value={organisations}
            onChange={(_, { value }) => setOrganisations(value)}
            onBlur={() => setWrong((before) => ({ ...before, organisations: problems.organisations }))}
          />
        </Field>
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

/** Checkboxes for the entries of a list, with one that selects all of them. */
function Picks(props: {
  label: string;
  items: readonly { id: string; name: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const styles = useStyles();
  const { items, chosen } = props;
  const isAll = items.length > 0 && items.every(({ id }) => chosen.has(id));
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>{props.label}</legend>
      <div className={styles.list}>
        <Checkbox
          label={t('complianceScreen.all')}
          checked={isAll ? true : chosen.size > 0 ? 'mixed' : false}
          onChange={() => props.onChange(isAll ? new Set() : new Set(items.map(({ id }) => id)))}
        />
        {items.map(({ id, name }) => (
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
