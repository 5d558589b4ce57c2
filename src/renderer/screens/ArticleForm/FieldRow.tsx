import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { notesId } from '../../parts/form/place.ts';
import { FieldNotes } from './FieldNotes.tsx';
import { useForm } from './formContext.ts';

const useStyles = makeStyles({
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXXS },
});

/** Narrow fields side by side; what is to be said about them stands below in full width. The fields themselves are given `hasNotesBelow`. */
export function FieldRow(props: { fields: readonly string[]; className: string; children: ReactNode }) {
  const styles = useStyles();
  const { notes } = useForm();
  return (
    <div className={styles.row}>
      <div className={props.className}>{props.children}</div>
      {props.fields.map((field) => (
        <FieldNotes key={field} id={notesId(field)} notes={notes(field)} />
      ))}
    </div>
  );
}
