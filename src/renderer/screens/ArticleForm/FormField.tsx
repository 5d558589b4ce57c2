import type { ComponentProps } from 'react';
import { FormField as SharedField } from '../../parts/form/FormField.tsx';
import { useForm } from './formContext.ts';

/** A labelled control of the article form with what is to be said about it. */
export function FormField(props: Omit<ComponentProps<typeof SharedField>, 'notes' | 'onFix'>) {
  const { notes, applyFix } = useForm();
  return <SharedField {...props} notes={notes(props.field)} onFix={applyFix} />;
}
