import { Label, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Fix } from '../../../../shared/finding.ts';
import { smallText, stack } from '../../commonStyles.ts';
import { Notes } from '../Notes.tsx';
import { fieldId, type Note } from '../place.ts';

const useStyles = makeStyles({
  root: { ...stack, rowGap: tokens.spacingVerticalXXS },
  quiet: { ...smallText, color: tokens.colorNeutralForeground3 },
});

/** Name and description of the element that holds the controls of a group. */
export interface GroupLabels {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
}

/** Several controls under one label, styled like a field: a choice, a list, rows of amounts. The first control has `id={fieldId(field)}`. */
export function FormGroup(props: {
  field: string;
  label: string;
  hint?: ReactNode;
  notes: readonly Note[];
  below?: ReactNode;
  onFix?: (fix: Fix) => void;
  children: (labels: GroupLabels) => ReactNode;
}) {
  const styles = useStyles();
  const { field, hint, notes, below } = props;
  const id = fieldId(field);
  const ids = [hint && `${id}-hint`, (notes.length > 0 || below) && `${id}-notes`].filter(Boolean);
  const labels: GroupLabels = {
    'aria-labelledby': `${id}-label`,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  };
  return (
    <div className={styles.root} data-field={field}>
      <Label id={`${id}-label`} as="label" weight="semibold">
        {props.label}
      </Label>
      {props.children(labels)}
      {(notes.length > 0 || below) && (
        <div id={`${id}-notes`}>
          <Notes notes={notes} onFix={props.onFix} />
          {below}
        </div>
      )}
      {hint && (
        <div id={`${id}-hint`} className={styles.quiet}>
          {hint}
        </div>
      )}
    </div>
  );
}
