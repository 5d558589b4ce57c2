import { Input, type InputProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { readText, setText } from '../../parts/article/articleEdits.ts';
import { fieldId } from '../../parts/form/place.ts';
import { ArticleField } from './ArticleField.tsx';
import { useForm } from './formContext.ts';

/** A one-line text of the record at `path`; `tidy` puts a pasted form into the normal one when the field is left. */
export function TextField(props: {
  path: string;
  label: string;
  hint?: ReactNode;
  className?: string;
  hasNotesBelow?: boolean;
  tidy?: (text: string) => string | null;
  input?: Pick<InputProps, 'inputMode' | 'maxLength' | 'placeholder'>;
}) {
  const { record, edit } = useForm();
  const { path, tidy } = props;
  const text = readText(record, path);
  const leave = () => {
    const tidied = tidy?.(text) ?? null;
    if (tidied !== null && tidied !== text) edit((before) => setText(before, path, tidied));
  };
  return (
    <ArticleField
      field={path}
      label={props.label}
      hint={props.hint}
      className={props.className}
      hasNotesBelow={props.hasNotesBelow}
    >
      <Input
        {...props.input}
        id={fieldId(path)}
        value={text}
        onChange={(_, data) => edit((before) => setText(before, path, data.value))}
        onBlur={leave}
      />
    </ArticleField>
  );
}
