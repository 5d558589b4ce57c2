import type { ComponentProps } from 'react';
import { FormField } from './FormField.tsx';
import { FormGroup } from './FormGroup.tsx';
import { useForm, useNotes } from './formContext.ts';
import { Notes } from './Notes.tsx';

/** A labelled control of the form with its notes. */
export function RecordField(props: Omit<ComponentProps<typeof FormField>, 'notes' | 'onFix'>) {
  return <FormField {...props} notes={useNotes(props.field)} onFix={useForm().validation?.applyFix} />;
}

/** Several controls under one label with their notes. */
export function RecordGroup(props: Omit<ComponentProps<typeof FormGroup>, 'notes' | 'onFix'>) {
  return <FormGroup {...props} notes={useNotes(props.field)} onFix={useForm().validation?.applyFix} />;
}

/** The notes of a control that shows them apart from it. */
export function FieldNotes({ field, id }: { field: string; id?: string }) {
  return <Notes id={id} notes={useNotes(field)} onFix={useForm().validation?.applyFix} />;
}
