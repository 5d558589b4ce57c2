import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import {
  type Command,
  commandFacts,
  commandGroups,
  commandNames,
} from '../../../shared/commands/commands.ts';
import { keysOf, resetKeys } from '../../../shared/commands/shortcuts.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { heading3, wrapping } from '../../parts/commonStyles.ts';
import { useKeyLabels } from '../../state/keyLabels.ts';
import { useAppInfo, useSettings } from '../../state/session.ts';
import { keepSettings } from './keepSettings.ts';
import { SettingsList, SettingsSection } from './SettingsSection.tsx';
import { ShortcutDialog } from './ShortcutDialog.tsx';

const useStyles = makeStyles({
  heading: { ...heading3, fontWeight: tokens.fontWeightSemibold },
  item: {
    gridTemplateColumns: 'minmax(0, 1fr) 9rem auto',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  keys: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
  buttons: {
    ...wrapping,
    gap: tokens.spacingHorizontalXS,
    minWidth: '13rem',
    '@media (max-width: 639px)': { minWidth: 0 },
  },
});

/** Every command with its keys, which can be changed, removed and reset. */
export function ShortcutsSection() {
  const styles = useStyles();
  const chosen = useSettings()?.shortcuts;
  const [changing, setChanging] = useState<Command | null>(null);
  if (!chosen) return null;
  return (
    <SettingsSection
      help="shortcuts"
      title={t('settings.shortcuts.title')}
      text={t('settings.shortcuts.text')}
      part="shortcuts"
    >
      <Button
        disabledFocusable={Object.keys(chosen).length === 0}
        onClick={() => void keepSettings({ shortcuts: {} })}
      >
        {t('settings.shortcuts.resetAll')}
      </Button>
      {commandGroups.map((group) => (
        <div key={group}>
          <h3 className={styles.heading}>{t(`commands.group.${group}`)}</h3>
          <SettingsList isWhole label={t(`commands.group.${group}`)}>
            {commandNames
              .filter((name) => commandFacts[name].group === group)
              .map((name) => (
                <ShortcutLine key={name} command={name} onChange={() => setChanging(name)} />
              ))}
          </SettingsList>
        </div>
      ))}
      {changing && <ShortcutDialog command={changing} onClose={() => setChanging(null)} />}
    </SettingsSection>
  );
}

function ShortcutLine(props: { command: Command; onChange: () => void }) {
  const styles = useStyles();
  const words = useKeyLabels();
  const chosen = useSettings()?.shortcuts ?? {};
  const shell = useAppInfo()?.shell ?? 'web';
  const name = t(`commands.name.${props.command}`);
  const keys = keysOf(props.command, chosen, shell);
  return (
    <li className={styles.item}>
      <span>{name}</span>
      {keys.length > 0 ? (
        <span className={styles.keys}>{keys.map(words).join(', ')}</span>
      ) : (
        <span className={styles.none}>{t('settings.shortcuts.none')}</span>
      )}
      <span className={styles.buttons}>
        <Button size="small" aria-label={t('settings.shortcuts.changeOf', { name })} onClick={props.onChange}>
          {t('settings.shortcuts.change')}
        </Button>
        {chosen[props.command] !== undefined && (
          <Button
            size="small"
            appearance="subtle"
            aria-label={t('settings.shortcuts.resetOf', { name })}
            onClick={() => void keepSettings({ shortcuts: resetKeys(props.command, chosen) })}
          >
            {t('settings.shortcuts.reset')}
          </Button>
        )}
      </span>
    </li>
  );
}
