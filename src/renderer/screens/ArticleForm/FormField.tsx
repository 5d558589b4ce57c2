import { Field } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { type Note, useForm } from './formContext.ts';
import { Notes } from './Notes.tsx';
import { fieldId } from './placeOf.ts';

/** A labelled control with its hint and with what is to be said about it; errors make it `aria-invalid`, nothing else does. */
export function FormField(props: {
  field: string;
  label: string;
  hint?: ReactNode;
  className?: string;
  /** One control with `id={fieldId(field)}`. */
  children: ReactElement;
}) {
  const notes = useForm().notes(props.field);
  return (
    <Field
      className={props.className}
      data-field={props.field}
      label={{ children: props.label, htmlFor: fieldId(props.field), weight: 'semibold' }}
      hint={props.hint ? { children: props.hint } : undefined}
      validationState={stateOf(notes)}
      validationMessageIcon={null}
      // Fluent would have every message interrupt; the section's state and the summary speak for them.
      validationMessage={
        notes.length > 0 ? { children: <Notes notes={notes} />, role: undefined } : undefined
      }
    >
      {props.children}
    </Field>
  );
}

/** How a control looks for what is to be said about it. */
export function stateOf(notes: readonly Note[]): 'error' | 'warning' | 'none' {
  if (notes.some((note) => note.severity === 'error')) return 'error';
  return notes.some((note) => note.severity === 'warning') ? 'warning' : 'none';
}
