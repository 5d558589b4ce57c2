import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { call } from '../../state/client.ts';
import { AgreementList } from './AgreementList.tsx';
import { LookUpForm } from './LookUpForm.tsx';
import {
  readFunder,
  readJournal,
  readOrganisation,
  useFunderChoices,
  useJournalChoices,
} from './questionChoices.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalXXL,
    padding: tokens.spacingHorizontalL,
    overflowY: 'auto',
  },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

/** Looks up the agreements of a journal and an organisation, and whether a funder accepts a journal. */
export function LookUps() {
  const styles = useStyles();
  const journal = {
    name: 'journal',
    label: t('complianceScreen.journal'),
    choices: useJournalChoices(),
    suggest: 'journal',
    read: readJournal,
    missing: t('complianceScreen.chooseJournal'),
  } as const;
  const organisation = {
    name: 'organisation',
    label: t('complianceScreen.organisation'),
    choices: [],
    suggest: 'institution',
    read: readOrganisation,
    missing: t('complianceScreen.chooseOrganisation'),
  } as const;
  const funder = {
    name: 'funder',
    label: t('complianceScreen.funderIfAny'),
    choices: useFunderChoices(),
    read: readFunder,
  };
  return (
    <div className={styles.root}>
      <LookUpForm
        title={t('complianceScreen.agreementsTitle')}
        text={t('complianceScreen.agreementsText')}
        boxes={[journal, organisation]}
        look={(issn, ror) => call('compliance.agreements', { issn, ror })}
      >
        {({ meaning, agreements, qualifications }) => (
          <>
            <Text>{describe(meaning)}</Text>
            <AgreementList agreements={agreements} />
            {qualifications.length > 0 && (
              <ul className={styles.list}>
                {qualifications.map((text) => (
                  <li key={JSON.stringify(text)}>{describe(text)}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </LookUpForm>
      <LookUpForm
        title={t('complianceScreen.transformativeTitle')}
        text={t('complianceScreen.transformativeText')}
        boxes={[journal, funder]}
        look={(issn, id) => call('compliance.transformativeJournal', { issn, funder: id })}
      >
        {({ meaning }) => <Text>{describe(meaning)}</Text>}
      </LookUpForm>
    </div>
  );
}
