import { makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { commandNames } from '../../shared/commands/commands.ts';
import { useCommandKeys, useKeyLabels } from '../state/keyLabels.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  keys: { fontWeight: tokens.fontWeightSemibold },
  words: { margin: 0 },
});

/** Keys within lists, which are the same for everybody; `frame.shortcut.<name>` says what they do, `frame.keys.<name>` which they are. */
const listKeys = ['move', 'open', 'pick', 'pickRange', 'pickAll', 'trash', 'sort'] as const;

/** The keys of every command that has some, and those of lists. */
export function KeyList() {
  const { t } = useTranslation();
  const styles = useStyles();
  const keysOfCommand = useCommandKeys();
  const words = useKeyLabels();
  const commands = commandNames.filter((name) => keysOfCommand(name) !== '');
  return (
    <dl className={styles.list}>
      {commands.map((name) => (
        <Line key={name} keys={keysOfCommand(name)} what={t(`commands.name.${name}`)} />
      ))}
      {listKeys.map((name) => (
        <Line
          key={name}
          keys={t(`frame.keys.${name}`, { selectAll: words('Mod+KeyA') })}
          what={t(`frame.shortcut.${name}`)}
        />
      ))}
    </dl>
  );
}

function Line(props: { keys: string; what: string }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.keys}>{props.keys}</dt>
      <dd className={styles.words}>{props.what}</dd>
    </>
  );
}
