import type { ComponentProps } from 'react';
import { Notes } from '../../parts/form/Notes.tsx';
import { useForm } from './formContext.ts';

/** What is to be said beside a field of the article form. */
export function FieldNotes(props: Omit<ComponentProps<typeof Notes>, 'onFix'>) {
  return <Notes {...props} onFix={useForm().applyFix} />;
}
