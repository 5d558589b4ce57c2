import { Input, type InputProps } from '@fluentui/react-components';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { readText } from '../../../shared/draft/recordEdits.ts';
import { useForm, useRecordPart } from './formContext.ts';
import { fieldId } from './place.ts';

/** A one-line text of the record at `path`; `tidy` normalizes it when the input is left. */
export function RecordInput(
  props: InputProps & {
    path: string;
    write: (record: DraftRecord, path: string, text: string) => DraftRecord;
    tidy: (text: string) => string;
  },
) {
  const { path, write, tidy, ...input } = props;
  const { session } = useForm();
  const text = useRecordPart((record) => readText(record, path));
  const put = (next: string) => session.edit((record) => write(record, path, next));
  const leave = () => {
    const tidied = tidy(text);
    if (tidied !== text) put(tidied);
  };
  return (
    <Input
      {...input}
      id={fieldId(path)}
      dir="auto"
      value={text}
      onChange={(_, data) => put(data.value)}
      onBlur={leave}
    />
  );
}
