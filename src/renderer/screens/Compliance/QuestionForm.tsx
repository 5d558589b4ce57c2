import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { type FormEvent, useRef } from 'react';
import { language, t } from '../../../shared/i18n/i18n.ts';
import {
  ask,
  type Choice,
  changeQuestion,
  type QuestionPart,
  setProblem,
  useCheck,
  useCompliance,
} from '../../state/data/compliance.ts';
import { go } from '../../state/navigation/route.ts';
import {
  languages,
  readFunder,
  readJournal,
  readOrganisation,
  useFunderChoices,
  useJournalChoices,
} from './questionChoices.ts';
import { SuggestBox } from './SuggestBox.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 120px auto',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '& .fui-Combobox, & .fui-Select': { minWidth: 0, width: '100%' },
    '& .fui-Field': { minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media (max-width: 999px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  submit: {
    justifySelf: 'start',
    // Aligns the button with the fields, below their labels, if it is beside them.
    marginTop: '26px',
    '@media (max-width: 999px)': { marginTop: 0, alignSelf: 'end' },
  },
});

/** Journal, funder, organisation and language of one question; the problem with a part is shown beside it. */
export function QuestionForm() {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const { journal, funder, organisation, lang, problems } = useCompliance();
  const { isAsking } = useCheck();
  const journals = useJournalChoices();
  const funders = useFunderChoices();
  const unaffiliated: Choice = { id: '', title: t('compliance.notAffiliated'), detail: '' };
  const part = (name: QuestionPart) => ({
    name,
    error: problems[name] ?? '',
    onError: (error: string) => setProblem(name, error),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The new answer replaces an earlier one that may be open.
    go({ screen: 'compliance', view: 'check', id: null });
    const wrong = await ask();
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <form
      ref={form}
      className={styles.root}
      aria-label={t('complianceScreen.question')}
      onSubmit={(event) => void submit(event)}
    >
      <SuggestBox
        {...part('journal')}
        label={t('complianceScreen.journal')}
        value={journal}
        choices={journals}
        suggest="journal"
        read={readJournal}
        onChange={(choice) => changeQuestion({ journal: choice })}
      />
      <SuggestBox
        {...part('funder')}
        label={t('complianceScreen.funder')}
        value={funder}
        choices={funders}
        read={readFunder}
        onChange={(choice) => changeQuestion({ funder: choice })}
      />
      <SuggestBox
        {...part('organisation')}
        label={t('complianceScreen.organisation')}
        value={organisation ?? unaffiliated}
        choices={[unaffiliated]}
        suggest="institution"
        read={readOrganisation}
        onChange={(choice) => changeQuestion({ organisation: choice?.id ? choice : null })}
      />
      <Field label={t('complianceScreen.language')}>
        <Select value={lang ?? language()} onChange={(_, { value }) => changeQuestion({ lang: value })}>
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {t(`complianceScreen.lang.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" appearance="primary" className={styles.submit} disabledFocusable={isAsking}>
        {t(isAsking ? 'complianceScreen.asking' : 'complianceScreen.ask')}
      </Button>
    </form>
  );
}
