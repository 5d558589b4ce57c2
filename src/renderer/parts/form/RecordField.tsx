import { Field, makeStyles } from '@fluentui/react-components';
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react';
import type { Fix } from '../../../shared/finding.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useFieldChange } from '../../state/data/fieldChanges.ts';
import { formatRecent } from '../../state/format.ts';
import { useForm, useNotes } from './formContext.ts';
import { Notes } from './Notes.tsx';
import { FormGroup } from './page/FormGroup.tsx';
import { fieldId, type Note, notesId } from './place.ts';

/** A labelled control of the form with its notes. */
export function RecordField(props: Omit<ComponentProps<typeof FormField>, 'notes' | 'onFix'>) {
  const hint = useHintWithChange(props.field, props.hint);
  return (
    <FormField {...props} hint={hint} notes={useNotes(props.field)} onFix={useForm().validation?.applyFix} />
  );
}

/** Several controls under one label with their notes. */
export function RecordGroup(props: Omit<ComponentProps<typeof FormGroup>, 'notes' | 'onFix'>) {
  const hint = useHintWithChange(props.field, props.hint);
  return (
    <FormGroup {...props} hint={hint} notes={useNotes(props.field)} onFix={useForm().validation?.applyFix} />
  );
}

/** The notes of a control that shows them apart from it. */
export function FieldNotes({ field, id }: { field: string; id?: string }) {
  return <Notes id={id} notes={useNotes(field)} onFix={useForm().validation?.applyFix} />;
}

/** A labelled control with its hint and notes; only errors make it `aria-invalid`. */
function FormField(props: {
  field: string;
  label: string;
  hint?: ReactNode;
  className?: string;
  /** The `FieldRow` around shows the notes. */
  hasNotesBelow?: boolean;
  notes: readonly Note[];
  /** Shown below the notes; `isWarning` gives the control the look of a warning. */
  below?: ReactNode;
  isWarning?: boolean;
  onFix?: (fix: Fix) => void;
  /** One control with `id={fieldId(field)}`. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}) {
  const { notes, below } = props;
  const hasOwnNotes = notes.length > 0 && !props.hasNotesBelow;
  const message = (hasOwnNotes || below) && (
    <>
      {hasOwnNotes && <Notes notes={notes} onFix={props.onFix} />}
      {below}
    </>
  );
  const state = stateOf(notes);
  const control =
    notes.length > 0 && props.hasNotesBelow
      ? cloneElement(props.children, { 'aria-describedby': notesId(props.field) })
      : props.children;
  return (
    <Field
      className={props.className}
      data-field={props.field}
      label={{ children: props.label, htmlFor: fieldId(props.field), weight: 'semibold' }}
      hint={props.hint ? { children: props.hint } : undefined}
      validationState={state === 'none' && props.isWarning ? 'warning' : state}
      validationMessageIcon={null}
      // Fluent would announce every message at once; the section's state and the summary do that instead.
      validationMessage={message ? { children: message, role: undefined } : undefined}
    >
      {control}
    </Field>
  );
}

/** The look of a control with these notes. */
function stateOf(notes: readonly Note[]): 'error' | 'warning' | 'none' {
  if (notes.some((note) => note.severity === 'error')) return 'error';
  return notes.some((note) => note.severity === 'warning') ? 'warning' : 'none';
}

const useStyles = makeStyles({ root: { display: 'block' } });

/** A control's hint and, in an office, who last changed its field. */
function useHintWithChange(field: string, hint: React.ReactNode): React.ReactNode {
  const styles = useStyles();
  const change = useFieldChange(field);
  if (!change) return hint;
  return (
    <>
      {hint}
      <span className={styles.root}>
        {t('sharing.changedBy', { person: change.person, time: formatRecent(change.at) })}
      </span>
    </>
  );
}
