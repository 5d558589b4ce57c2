import type { ComponentProps } from 'react';
import { FormField } from '../../parts/form/FormField.tsx';
import { useForm } from './formContext.ts';

/** A labelled control of the article form with what is to be said about it. */
export function ArticleField(props: Omit<ComponentProps<typeof FormField>, 'notes' | 'onFix'>) {
  const { notes, applyFix } = useForm();
  return <FormField {...props} notes={notes(props.field)} onFix={applyFix} />;
}
