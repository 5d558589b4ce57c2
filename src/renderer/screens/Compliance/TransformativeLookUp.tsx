import { Text } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/contract.ts';
import { call } from '../../client.ts';
import type { Choice } from './choices.ts';
import { LookUpForm } from './LookUpForm.tsx';
import {
  readFunder,
  readJournal,
  suggestJournals,
  useFunderChoices,
  useJournalChoices,
} from './questionChoices.ts';
import { SuggestBox } from './SuggestBox.tsx';
import { useLookUp } from './useLookUp.ts';

/** Whether a journal is a transformative one, and whether a funder accepts it. */
export function TransformativeLookUp() {
  const { t } = useTranslation();
  const journals = useJournalChoices();
  const funders = useFunderChoices();
  const [journal, setJournal] = useState<Choice | null>(null);
  const [funder, setFunder] = useState<Choice | null>(null);
  const [journalError, setJournalError] = useState('');
  const [funderError, setFunderError] = useState('');
  const { answer, error, isAsking, look, forget } = useLookUp(
    (found: CallOutput<'compliance.transformativeJournal'>) => found.words,
  );
  const onLookUp = async () => {
    if (!journal && !journalError) setJournalError(t('complianceScreen.chooseJournal'));
    if (!journal) return 'journal';
    if (funderError) return 'funder';
    await look(() =>
      call('compliance.transformativeJournal', { issn: journal.id, funder: funder?.id ?? '' }),
    );
    return null;
  };
  return (
    <LookUpForm
      title={t('complianceScreen.transformativeTitle')}
      text={t('complianceScreen.transformativeText')}
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
            name="funder"
            label={t('complianceScreen.funderIfAny')}
            value={funder}
            choices={funders}
            read={readFunder}
            onChange={(choice) => {
              setFunder(choice);
              forget();
            }}
            error={funderError}
            onError={setFunderError}
          />
        </>
      }
    >
      {answer && <Text>{answer.words}</Text>}
    </LookUpForm>
  );
}
