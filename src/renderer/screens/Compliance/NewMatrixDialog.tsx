import { Checkbox, Field, Input, makeStyles, Select, Textarea, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput, CallOutput } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call } from '../../client.ts';
import { formatNumber } from '../../parts/format.ts';
import { useFunders } from '../../state/compliance.ts';
import { FormDialog } from '../Settings/FormDialog.tsx';
import { languages, useJournalChoices } from './QuestionForm.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    margin: 0,
    minWidth: 0,
    paddingBlock: 0,
    '& > legend': { fontWeight: tokens.fontWeightSemibold },
    maxHeight: '180px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** Which journals, funders and organisations are to be asked for, and what that means in requests and time. */
export function NewMatrixDialog(props: { onClose: () => void; onMade: (id: number) => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const journals = useJournalChoices();
  const funders = useFunders();
  const [name, setName] = useState('');
  const [chosenJournals, setJournals] = useState<ReadonlySet<string> | null>(null);
  const [others, setOthers] = useState('');
  const [chosenFunders, setFunders] = useState<ReadonlySet<string> | null>(null);
  const [organisations, setOrganisations] = useState('');
  const [lang, setLang] = useState<string>('en');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  // All of one's own journals, and the favourites among the funders, until something else is chosen.
  const ownJournals = chosenJournals ?? new Set(journals.map(({ id }) => id));
  const ownFunders =
    chosenFunders ?? new Set(funders.filter(({ favourite }) => favourite).map(({ id }) => id));
  const asked = {
    issns: [...ownJournals, ...lines(others)],
    funders: [...ownFunders],
    rors: lines(organisations).map((text) => (text === '-' ? '' : text)),
    lang,
    maxAge: 30,
  };
  const plan = usePlan(asked);
  const make = async () => {
    setBusy(true);
    setError(null);
    try {
      const { id } = await call('matrix.start', { ...asked, name });
      props.onMade(id);
    } catch (cause) {
      setError(asAppError(cause));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('complianceScreen.newMatrix')}
      submit={t('complianceScreen.start')}
      isBusy={isBusy || asked.issns.length === 0 || asked.funders.length === 0}
      error={error ?? plan.error}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
      onClose={props.onClose}
    >
      <Field label={t('complianceScreen.matrixName')}>
        <Input value={name} onChange={(_, { value }) => setName(value)} />
      </Field>
      <Picks
        className={styles.list}
        label={t('complianceScreen.myJournals', { count: ownJournals.size })}
        items={journals.map(({ id, title }) => ({ id, name: `${title} · ${id}` }))}
        chosen={ownJournals}
        onChange={setJournals}
      />
      <Field label={t('complianceScreen.otherIssns')} hint={t('complianceScreen.otherIssnsHint')}>
        <Textarea rows={2} value={others} onChange={(_, { value }) => setOthers(value)} />
      </Field>
      <Picks
        className={styles.list}
        label={t('complianceScreen.funders', { count: ownFunders.size })}
        items={funders}
        chosen={ownFunders}
        onChange={setFunders}
      />
      <Field label={t('complianceScreen.organisations')} hint={t('complianceScreen.organisationsHint')}>
        <Textarea rows={2} value={organisations} onChange={(_, { value }) => setOrganisations(value)} />
      </Field>
      <Field label={t('complianceScreen.language')}>
        <Select value={lang} onChange={(_, { value }) => setLang(value)}>
          {languages.map((one) => (
            <option key={one} value={one}>
              {t(`complianceScreen.lang.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <div role="status">
        {plan.answer &&
          t('complianceScreen.plan', {
            cells: formatNumber(plan.answer.cells),
            kept: formatNumber(plan.answer.kept),
            requests: formatNumber(plan.answer.requests),
            seconds: formatNumber(Math.ceil(plan.answer.seconds)),
          })}
      </div>
    </FormDialog>
  );
}

function Picks(props: {
  className: string;
  label: string;
  items: readonly { id: string; name: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation();
  const { items, chosen } = props;
  const isAll = items.length > 0 && items.every(({ id }) => chosen.has(id));
  return (
    <fieldset className={props.className}>
      <legend>{props.label}</legend>
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
    </fieldset>
  );
}

type Asked = CallInput<'matrix.plan'>;

/** What asking would mean; typing is waited for. */
function usePlan(asked: Asked): { answer: CallOutput<'matrix.plan'> | null; error: AppError | null } {
  const [state, setState] = useState<{ answer: CallOutput<'matrix.plan'> | null; error: AppError | null }>({
    answer: null,
    error: null,
  });
  const key = JSON.stringify(asked);
  useEffect(() => {
    const given = JSON.parse(key) as Asked;
    let isOver = false;
    if (given.issns.length === 0 || given.funders.length === 0) {
      setState({ answer: null, error: null });
      return;
    }
    const timer = setTimeout(() => {
      call('matrix.plan', given).then(
        (answer) => !isOver && setState({ answer, error: null }),
        (error: unknown) => !isOver && setState({ answer: null, error: asAppError(error) }),
      );
    }, 300);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return state;
}

function lines(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
