import { Field, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { smallSecondary } from '../../parts/commonStyles.ts';

const useStyles = makeStyles({ use: { ...smallSecondary, display: 'block' } });

/** Asks for one of several values, each with its use below its name. */
export function RadioField<T extends string>(props: {
  label: string;
  options: readonly { value: T; name: ReactNode; use?: string }[];
  value: T;
  isDisabled: boolean;
  onChange: (value: T) => void;
}) {
  const styles = useStyles();
  const { label, options, value, isDisabled, onChange } = props;
  return (
    <Field label={label}>
      <RadioGroup
        value={value}
        disabled={isDisabled}
        onChange={(_, data) => {
          const chosen = options.find((one) => one.value === data.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((one) => (
          <Radio
            key={one.value}
            value={one.value}
            label={
              <>
                {one.name}
                {one.use !== undefined && <span className={styles.use}>{one.use}</span>}
              </>
            }
          />
        ))}
      </RadioGroup>
    </Field>
  );
}
