import { Field, type FieldProps, Input, type InputProps } from '@fluentui/react-components';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';

/** A labelled line of text in a React Hook Form; `check` returns true or the text of the error. */
export function TextInput<T extends FieldValues>(props: {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  hint?: FieldProps['hint'];
  required?: boolean;
  check?: (text: string) => true | string;
  /** Called with the new text after each change by the user. */
  onChange?: (text: string) => void;
  input?: Omit<InputProps, 'value' | 'onChange'>;
}) {
  const { control, name, label, hint, required, check, onChange, input } = props;
  return (
    <Controller
      control={control}
      name={name}
      rules={check && { validate: check }}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} required={required} validationMessage={fieldState.error?.message}>
          <Input
            {...input}
            {...field}
            onChange={(event, { value }) => {
              field.onChange(event);
              onChange?.(value);
            }}
          />
        </Field>
      )}
    />
  );
}
