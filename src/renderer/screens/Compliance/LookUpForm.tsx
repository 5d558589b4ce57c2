import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';

const useStyles = makeStyles({
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

/** The frame of a look-up: its fields, a button, and the result; `onLookUp` returns the name of an invalid field. */
export function LookUpForm(props: {
  title: string;
  text: string;
  isAsking: boolean;
  error: AppError | null;
  onLookUp: () => Promise<string | null>;
  fields: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = await props.onLookUp();
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby={id}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h2 id={id} className={styles.title}>
        {props.title}
      </h2>
      <p className={styles.text}>{props.text}</p>
      {props.fields}
      <Button type="submit" className={styles.submit} disabledFocusable={props.isAsking}>
        {t(props.isAsking ? 'complianceScreen.asking' : 'complianceScreen.lookUp')}
      </Button>
      {props.error && <ErrorPanel error={props.error} />}
      {props.children}
    </form>
  );
}
