import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';

const useStyles = makeStyles({
  root: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalXXS },
  list: {
    display: 'grid',
    height: '180px',
    alignContent: 'start',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    '& label': { overflowWrap: 'anywhere', minWidth: 0 },
  },
});

/** Checkboxes for the entries of a list, with one that selects all of them. */
export function Picks(props: {
  label: string;
  items: readonly { id: string; name: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const styles = useStyles();
  const { items, chosen } = props;
  const isAll = items.length > 0 && items.every(({ id }) => chosen.has(id));
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>{props.label}</legend>
      <div className={styles.list}>
        <Checkbox
          label={t('complianceScreen.all')}
          checked={isAll ? true : chosen.size > 0 ? 'mixed' : false}
          onChange={() => props.onChange(isAll ? new Set() : new Set(items.map(({ id }) => id)))}
        />
        {items.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.has(id)}
            onChange={(_, { checked }) => {
              const next = new Set(chosen);
              if (checked) next.add(id);
              else next.delete(id);
              props.onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
