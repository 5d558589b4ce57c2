import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Message } from '../../../shared/message.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import type { Choice } from '../../state/data/compliance.ts';
import { AgreementList } from './AgreementList.tsx';
import {
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
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalXXL,
    padding: tokens.spacingHorizontalL,
    overflowY: 'auto',
  },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    '& .fui-Combobox': { minWidth: 0, width: '100%' },
    '& .fui-Field': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  submit: { alignSelf: 'flex-start' },
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

interface Box
  extends Pick<Parameters<typeof SuggestBox>[0], 'name' | 'label' | 'choices' | 'suggest' | 'read'> {
  /** The problem if nothing is chosen; absent if the box is optional. */
  missing?: string;
}

/** A look-up with two boxes, whose chosen ids `look` receives. Another choice clears the answer, because it no longer fits. */
function LookUpForm<T extends { meaning: Message }>(props: {
  title: string;
  text: string;
  boxes: readonly [Box, Box];
  look: (one: string, other: string) => Promise<T>;
  children: (answer: T) => ReactNode;
}) {
  const styles = useStyles();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Record<string, Choice | null>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { boxes } = props;
  const { run, result, error, isBusy, reset } = useOwnAction(async () => {
    const [one = '', other = ''] = boxes.map(({ name }) => chosen[name]?.id);
    const answer = await props.look(one, other);
    announce(describe(answer.meaning));
    return answer;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = boxes.map(({ name, missing = '' }) => problems[name] || (chosen[name] ? '' : missing));
    setProblems(Object.fromEntries(boxes.map(({ name }, at) => [name, found[at]!])));
    const wrong = boxes.find((_, at) => found[at] !== '');
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong.name}"]`)?.focus();
    else run();
  };
  return (
    <form ref={form} className={styles.form} aria-labelledby={id} onSubmit={submit} noValidate>
      <h2 id={id} className={styles.title}>
        {props.title}
      </h2>
      <p className={styles.text}>{props.text}</p>
      {boxes.map(({ missing: _, ...box }) => (
        <SuggestBox
          key={box.name}
          {...box}
          value={chosen[box.name] ?? null}
          error={problems[box.name] ?? ''}
          onChange={(choice) => {
            setChosen((before) => ({ ...before, [box.name]: choice }));
            reset();
          }}
          onError={(problem) => setProblems((before) => ({ ...before, [box.name]: problem }))}
        />
      ))}
      <Button type="submit" className={styles.submit} disabledFocusable={isBusy}>
        {t(isBusy ? 'complianceScreen.asking' : 'complianceScreen.lookUp')}
      </Button>
      {error && <ErrorPanel error={error} />}
      {result && props.children(result)}
    </form>
  );
}
