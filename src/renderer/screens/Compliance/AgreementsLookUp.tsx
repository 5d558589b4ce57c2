import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { call } from '../../state/client.ts';
import { AgreementList } from './AgreementList.tsx';
import { LookUpForm } from './LookUpForm.tsx';
import {
  readJournal,
  readOrganisation,
  suggestJournals,
  suggestOrganisations,
  useJournalChoices,
} from './questionChoices.ts';
import { SuggestBox } from './SuggestBox.tsx';
import { useChoice } from './useChoice.ts';
import { useLookUp } from './useLookUp.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

/** Looks up whether a journal and an organisation share an agreement. */
export function AgreementsLookUp() {
  const { t } = useTranslation();
  const styles = useStyles();
  const journals = useJournalChoices();
  const { answer, error, isAsking, look, forget } = useLookUp((found: CallOutput<'compliance.agreements'>) =>
    describe(found.meaning),
  );
  const journal = useChoice('journal', forget);
  const organisation = useChoice('organisation', forget);
  const onLookUp = async () => {
    journal.require(t('complianceScreen.chooseJournal'));
    organisation.require(t('complianceScreen.chooseOrganisation'));
    if (!journal.value) return 'journal';
    if (!organisation.value) return 'organisation';
    const [issn, ror] = [journal.value.id, organisation.value.id];
    await look(() => call('compliance.agreements', { issn, ror }));
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
            {...journal.box}
            label={t('complianceScreen.journal')}
            choices={journals}
            suggest={suggestJournals}
            read={readJournal}
          />
          <SuggestBox
            {...organisation.box}
            label={t('complianceScreen.organisation')}
            choices={[]}
            suggest={suggestOrganisations}
            read={readOrganisation}
          />
        </>
      }
    >
      {answer && (
        <>
          <Text>{describe(answer.meaning)}</Text>
          <AgreementList agreements={answer.agreements} />
          {answer.qualifications.length > 0 && (
            <ul className={styles.list}>
              {answer.qualifications.map((text) => (
                <li key={JSON.stringify(text)}>{describe(text)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </LookUpForm>
  );
}
