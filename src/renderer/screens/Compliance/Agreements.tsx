import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { type FormEvent, useId, useRef, useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import type { Choice } from '../../state/data/compliance.ts';
import { AgreementList } from './AgreementList.tsx';
import { readJournal, readOrganisation, useJournalChoices } from './questionChoices.ts';
import { SuggestBox } from './SuggestBox.tsx';

const useStyles = makeStyles({
  root: { padding: tokens.spacingHorizontalL, overflowY: 'auto' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    maxWidth: '640px',
    '& .fui-Combobox': { minWidth: 0, width: '100%' },
    '& .fui-Field': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  submit: { alignSelf: 'flex-start' },
});

type Part = 'journal' | 'organisation';
type Parts<T> = Readonly<Partial<Record<Part, T>>>;

/** Looks up the agreements that a journal and an organisation share. Another choice clears the answer, because it no longer fits. */
export function Agreements() {
  const styles = useStyles();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Parts<Choice | null>>({});
  const [problems, setProblems] = useState<Parts<string>>({});
  const journals = useJournalChoices();
  const { run, result, error, isBusy, reset } = useOwnAction(async () => {
    const answer = await call('compliance.agreements', {
      issn: chosen.journal?.id ?? '',
      ror: chosen.organisation?.id ?? '',
    });
    announce(describe(answer.meaning));
    return answer;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      journal: problems.journal || (chosen.journal ? '' : t('complianceScreen.chooseJournal')),
      organisation:
        problems.organisation || (chosen.organisation ? '' : t('complianceScreen.chooseOrganisation')),
    };
    setProblems(found);
    const wrong = (['journal', 'organisation'] as const).find((part) => found[part] !== '');
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else run();
  };
  const box = (part: Part) => ({
    name: part,
    label: t(`complianceScreen.${part}`),
    value: chosen[part] ?? null,
    error: problems[part] ?? '',
    onChange: (choice: Choice | null) => {
      setChosen((before) => ({ ...before, [part]: choice }));
      reset();
    },
    onError: (problem: string) => setProblems((before) => ({ ...before, [part]: problem })),
  });
  const notes = result ? [...result.qualifications, ...result.log] : [];
  return (
    <div className={styles.root}>
      <form ref={form} className={styles.form} aria-labelledby={id} onSubmit={submit} noValidate>
        <h2 id={id} className={styles.title}>
          {t('complianceScreen.agreementsTitle')}
        </h2>
        <p className={styles.text}>{t('complianceScreen.agreementsText')}</p>
        <SuggestBox {...box('journal')} choices={journals} suggest="journal" read={readJournal} />
        <SuggestBox {...box('organisation')} choices={[]} suggest="institution" read={readOrganisation} />
        <Button type="submit" className={styles.submit} disabledFocusable={isBusy}>
          {t(isBusy ? 'complianceScreen.asking' : 'complianceScreen.lookUp')}
        </Button>
        {error && <ErrorPanel error={error} />}
        {result && (
          <>
            <Text>{describe(result.meaning)}</Text>
            <AgreementList agreements={result.agreements} />
            {notes.length > 0 && (
              <ul className={styles.list}>
                {notes.map((text) => (
                  <li key={JSON.stringify(text)}>{describe(text)}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </form>
    </div>
  );
}
