import { Checkbox, makeStyles } from '@fluentui/react-components';
import { fieldId } from '../form/place.ts';

const useStyles = makeStyles({
  boxes: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))' },
});

/** A checkbox for each choice of a vocabulary; the first one has the id of the field. */
export function TickBoxes(props: {
  path: string;
  choices: readonly { code: string; name: string }[];
  isTicked: (code: string) => boolean;
  onTick: (code: string, isTicked: boolean) => void;
}) {
  const styles = useStyles();
  return (
    <div className={styles.boxes}>
      {props.choices.map(({ code, name }, at) => (
        <Checkbox
          key={code}
          id={at === 0 ? fieldId(props.path) : `${fieldId(props.path)}-${at}`}
          label={name}
          checked={props.isTicked(code)}
          onChange={(_, { checked }) => props.onTick(code, checked === true)}
        />
      ))}
    </div>
  );
}
