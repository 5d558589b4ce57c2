import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { parseIssn } from '../../../shared/identifiers.ts';
import { parseRor } from '../../../shared/ror.ts';
import { call } from '../../client.ts';
import { ask, changeQuestion, useCompliance, useFunders } from '../../state/compliance.ts';
import { useMyJournals } from '../../state/journals.ts';
import { type Choice, SuggestBox } from './SuggestBox.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 120px auto',
    alignItems: 'end',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& .fui-Combobox, & .fui-Select': { minWidth: 0, width: '100%' },
    '@media (max-width: 999px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  submit: { justifySelf: 'start' },
});

/** The languages that the service broadly supports; it answers in English where it has no other. */
export const languages = ['en', 'fr'] as const;

/** Journal, funder, organisation and language of one question. */
export function QuestionForm() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { journal, funder, organisation, lang, isAsking } = useCompliance();
  const journals = useJournalChoices();
  const funders = useFunderChoices();
  const suggestJournals = useCallback((text: string) => suggest('journal', text), []);
  const suggestOrganisations = useCallback((text: string) => suggest('institution', text), []);
  const unaffiliated: Choice = { id: '', title: t('compliance.notAffiliated'), detail: '' };
  return (
    <form
      className={styles.root}
      aria-label={t('complianceScreen.question')}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <SuggestBox
        label={t('complianceScreen.journal')}
        value={journal}
        choices={journals}
        suggest={suggestJournals}
        read={readJournal}
        onChange={(choice) => changeQuestion({ journal: choice })}
      />
      <SuggestBox
        label={t('complianceScreen.funder')}
        value={funder}
        choices={funders}
        onChange={(choice) => changeQuestion({ funder: choice })}
      />
      <SuggestBox
        label={t('complianceScreen.organisation')}
        value={organisation ?? unaffiliated}
        choices={[unaffiliated]}
        suggest={suggestOrganisations}
        read={readOrganisation}
        onChange={(choice) => changeQuestion({ organisation: choice?.id ? choice : null })}
      />
      <Field label={t('complianceScreen.language')}>
        <Select value={lang} onChange={(_, { value }) => changeQuestion({ lang: value })}>
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {t(`complianceScreen.lang.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        type="submit"
        appearance="primary"
        className={styles.submit}
        disabledFocusable={isAsking || !journal || !funder}
      >
        {t(isAsking ? 'complianceScreen.asking' : 'complianceScreen.ask')}
      </Button>
    </form>
  );
}

/** The account's journals by an ISSN of theirs. */
export function useJournalChoices(): Choice[] {
  const journals = useMyJournals((state) => state.journals);
  return useMemo(
    () =>
      journals.flatMap(({ title, pissn, eissn, mine }) => {
        const issn = eissn ?? pissn;
        if (!mine || issn === null) return [];
        return [{ id: issn, title, detail: [pissn, eissn].filter(Boolean).join(', ') }];
      }),
    [journals],
  );
}

/** The funders, favourites first. */
export function useFunderChoices(): Choice[] {
  const funders = useFunders();
  return useMemo(
    () =>
      [...funders]
        .sort((a, b) => Number(b.favourite) - Number(a.favourite))
        .map(({ id, name, abbr, country, aliases }) => ({
          id,
          title: name,
          detail: [abbr, country, ...aliases.slice(0, 2)].filter((part) => part !== '').join(', '),
        })),
    [funders],
  );
}

async function suggest(kind: 'journal' | 'institution', text: string): Promise<Choice[]> {
  return (await call('compliance.suggest', { kind, text })).map(({ id, title, detail }) => ({
    id,
    title,
    detail,
  }));
}

/** A typed ISSN is a choice of its own. */
function readJournal(text: string): Choice | null {
  const issn = parseIssn(text);
  return issn === null ? null : { id: issn, title: issn, detail: '' };
}

function readOrganisation(text: string): Choice | null {
  const ror = parseRor(text);
  return ror === null ? null : { id: ror, title: ror, detail: '' };
}
