import { Text } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { call } from '../../state/client.ts';
import { LookUpForm } from './LookUpForm.tsx';
import {
  readFunder,
  readJournal,
  suggestJournals,
  useFunderChoices,
  useJournalChoices,
} from './questionChoices.ts';
import { SuggestBox } from './SuggestBox.tsx';
import { useChoice } from './useChoice.ts';
import { useLookUp } from './useLookUp.ts';

/** Looks up whether a journal is transformative, and whether a funder accepts it. */
export function TransformativeLookUp() {
  const { t } = useTranslation();
  const journals = useJournalChoices();
  const funders = useFunderChoices();
  const { answer, error, isAsking, look, forget } = useLookUp(
    (found: CallOutput<'compliance.transformativeJournal'>) => describe(found.meaning),
  );
  const journal = useChoice('journal', forget);
  const funder = useChoice('funder', forget);
  const onLookUp = async () => {
    journal.require(t('complianceScreen.chooseJournal'));
    if (!journal.value) return 'journal';
    if (funder.error) return 'funder';
    const question = { issn: journal.value.id, funder: funder.value?.id ?? '' };
    await look(() => call('compliance.transformativeJournal', question));
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
            {...journal.box}
            label={t('complianceScreen.journal')}
            choices={journals}
            suggest={suggestJournals}
            read={readJournal}
          />
          <SuggestBox
            {...funder.box}
            label={t('complianceScreen.funderIfAny')}
            choices={funders}
            read={readFunder}
          />
        </>
      }
    >
      {answer && <Text>{describe(answer.meaning)}</Text>}
    </LookUpForm>
  );
}
