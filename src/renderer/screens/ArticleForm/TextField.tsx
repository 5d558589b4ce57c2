import { Input, type InputProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { readText, setText } from '../../parts/article/articleEdits.ts';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';

/** A one-line text of the record at `path`; `tidy` normalizes it when the field is left. */
export function TextField(props: {
  path: string;
  label: string;
  hint?: ReactNode;
  className?: string;
  hasNotesBelow?: boolean;
  tidy?: (text: string) => string | null;
  input?: Pick<InputProps, 'inputMode' | 'maxLength' | 'placeholder'>;
}) {
  const { session } = useForm();
  const { path, tidy } = props;
  const text = useRecordPart((record) => readText(record, path));
  const leave = () => {
    const tidied = tidy?.(text) ?? null;
    if (tidied !== null && tidied !== text) session.edit((before) => setText(before, path, tidied));
  };
  return (
    <RecordField
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
        onChange={(_, data) => session.edit((before) => setText(before, path, data.value))}
        onBlur={leave}
      />
    </RecordField>
  );
}
