import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { parseIssn } from '../../../shared/identifiers.ts';
import { parseRor } from '../../../shared/ror.ts';
import { asAppError, call } from '../../client.ts';
import { announce } from '../../parts/Announcer.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useFunderChoices, useJournalChoices } from './QuestionForm.tsx';
import { type Choice, SuggestBox } from './SuggestBox.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalXXL,
    padding: tokens.spacingHorizontalL,
    overflowY: 'auto',
  },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  submit: { alignSelf: 'flex-start' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

/** The two look-ups beside the calculation: transformative journals, and agreements. */
export function LookUps() {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <Agreements />
      <Transformative />
    </div>
  );
}

function Agreements() {
  const { t } = useTranslation();
  const styles = useStyles();
  const journals = useJournalChoices();
  const [journal, setJournal] = useState<Choice | null>(null);
  const [organisation, setOrganisation] = useState<Choice | null>(null);
  const { answer, error, isAsking, look } = useLookUp(
    (found: CallOutput<'compliance.agreements'>) => found.words,
  );
  const suggest = useCallback(
    (text: string) => call('compliance.suggest', { kind: 'institution', text }),
    [],
  );
  return (
    <form
      className={styles.form}
      aria-labelledby="agreements-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (journal && organisation)
          void look(() => call('compliance.agreements', { issn: journal.id, ror: organisation.id }));
      }}
    >
      <h2 id="agreements-title" className={styles.title}>
        {t('complianceScreen.agreementsTitle')}
      </h2>
      <SuggestBox
        label={t('complianceScreen.journal')}
        value={journal}
        choices={journals}
        read={readIssn}
        onChange={setJournal}
      />
      <SuggestBox
        label={t('complianceScreen.organisation')}
        value={organisation}
        choices={[]}
        suggest={suggest}
        read={readRor}
        onChange={setOrganisation}
      />
      <Button
        type="submit"
        className={styles.submit}
        disabledFocusable={isAsking || !journal || !organisation}
      >
        {t('complianceScreen.lookUp')}
      </Button>
      {error && <ErrorPanel error={error} />}
      {answer && (
        <>
          <Text>{answer.words}</Text>
          <ul className={styles.list}>
            {answer.agreements.map(({ id, endDate, isOver }) => (
              <li key={`${id} ${endDate}`}>
                {t('complianceScreen.agreement', {
                  id: id || t('compliance.notGiven'),
                  date: endDate || t('compliance.unknown.endDate'),
                })}{' '}
                {isOver && (
                  <Badge color="warning" appearance="tint">
                    {t('complianceScreen.over')}
                  </Badge>
                )}
              </li>
            ))}
            {[...answer.qualifications, ...answer.log].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </form>
  );
}

function Transformative() {
  const { t } = useTranslation();
  const styles = useStyles();
  const journals = useJournalChoices();
  const funders = useFunderChoices();
  const [journal, setJournal] = useState<Choice | null>(null);
  const [funder, setFunder] = useState<Choice | null>(null);
  const { answer, error, isAsking, look } = useLookUp(
    (found: CallOutput<'compliance.transformativeJournal'>) => found.words,
  );
  return (
    <form
      className={styles.form}
      aria-labelledby="transformative-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (journal)
          void look(() =>
            call('compliance.transformativeJournal', { issn: journal.id, funder: funder?.id ?? '' }),
          );
      }}
    >
      <h2 id="transformative-title" className={styles.title}>
        {t('complianceScreen.transformativeTitle')}
      </h2>
      <SuggestBox
        label={t('complianceScreen.journal')}
        value={journal}
        choices={journals}
        read={readIssn}
        onChange={setJournal}
      />
      <SuggestBox
        label={t('complianceScreen.funderIfAny')}
        value={funder}
        choices={funders}
        onChange={setFunder}
      />
      <Button type="submit" className={styles.submit} disabledFocusable={isAsking || !journal}>
        {t('complianceScreen.lookUp')}
      </Button>
      {error && <ErrorPanel error={error} />}
      {answer && <Text>{answer.words}</Text>}
    </form>
  );
}

function useLookUp<T>(wordsOf: (answer: T) => string) {
  const [state, setState] = useState<{ answer: T | null; error: AppError | null; isAsking: boolean }>({
    answer: null,
    error: null,
    isAsking: false,
  });
  const look = async (work: () => Promise<T>) => {
    setState({ answer: null, error: null, isAsking: true });
    try {
      const answer = await work();
      setState({ answer, error: null, isAsking: false });
      announce(wordsOf(answer));
    } catch (error) {
      setState({ answer: null, error: asAppError(error), isAsking: false });
    }
  };
  return { ...state, look };
}

function readIssn(text: string): Choice | null {
  const issn = parseIssn(text);
  return issn === null ? null : { id: issn, title: issn, detail: '' };
}

function readRor(text: string): Choice | null {
  const ror = parseRor(text);
  return ror === null ? null : { id: ror, title: ror, detail: '' };
}
