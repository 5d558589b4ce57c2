import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { notesId } from './place.ts';
import { FieldNotes } from './RecordField.tsx';

const useStyles = makeStyles({
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXXS },
});

/** Narrow fields side by side, with their notes below in full width; the fields themselves need `hasNotesBelow`. */
export function FieldRow(props: { fields: readonly string[]; className: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.row}>
      <div className={props.className}>{props.children}</div>
      {props.fields.map((field) => (
        <FieldNotes key={field} id={notesId(field)} field={field} />
      ))}
    </div>
  );
}
