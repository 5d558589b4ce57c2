import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/contract.ts';
import { call } from '../../client.ts';
import { AgreementList } from './AgreementList.tsx';
import type { Choice } from './choices.ts';
import { LookUpForm } from './LookUpForm.tsx';
import {
  readJournal,
  readOrganisation,
  suggestJournals,
  suggestOrganisations,
  useJournalChoices,
} from './questionChoices.ts';
import { SuggestBox } from './SuggestBox.tsx';
import { useLookUp } from './useLookUp.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

/** Whether a journal and an organisation share an agreement. */
export function AgreementsLookUp() {
  const { t } = useTranslation();
  const styles = useStyles();
  const journals = useJournalChoices();
  const [journal, setJournal] = useState<Choice | null>(null);
  const [organisation, setOrganisation] = useState<Choice | null>(null);
  const [journalError, setJournalError] = useState('');
  const [organisationError, setOrganisationError] = useState('');
  const { answer, error, isAsking, look, forget } = useLookUp(
    (found: CallOutput<'compliance.agreements'>) => found.words,
  );
  const onLookUp = async () => {
    if (!journal && !journalError) setJournalError(t('complianceScreen.chooseJournal'));
    if (!organisation && !organisationError) setOrganisationError(t('complianceScreen.chooseOrganisation'));
    if (!journal) return 'journal';
    if (!organisation) return 'organisation';
    await look(() => call('compliance.agreements', { issn: journal.id, ror: organisation.id }));
    return null;
  };
  return (
    <LookUpForm
      title={t('complianceScreen.agreementsTitle')}
      text={t('complianceScreen.agreementsText')}
      isAsking={isAsking}
      error={error}
      onLookUp={onLookUp}
      fields={
        <>
          <SuggestBox
            name="journal"
            label={t('complianceScreen.journal')}
            value={journal}
            choices={journals}
            suggest={suggestJournals}
            read={readJournal}
            onChange={(choice) => {
              setJournal(choice);
              forget();
            }}
            error={journalError}
            onError={setJournalError}
          />
          <SuggestBox
            name="organisation"
            label={t('complianceScreen.organisation')}
            value={organisation}
            choices={[]}
            suggest={suggestOrganisations}
            read={readOrganisation}
            onChange={(choice) => {
              setOrganisation(choice);
              forget();
            }}
            error={organisationError}
            onError={setOrganisationError}
          />
        </>
      }
    >
      {answer && (
        <>
          <Text>{answer.words}</Text>
          <AgreementList agreements={answer.agreements} />
          {answer.qualifications.length > 0 && (
            <ul className={styles.list}>
              {answer.qualifications.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </LookUpForm>
  );
}
