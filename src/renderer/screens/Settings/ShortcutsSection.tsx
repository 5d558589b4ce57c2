import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, useState } from 'react';
import { type Command, commandFacts, commandGroups } from '../../../shared/commands/commands.ts';
import {
  chooseKeys,
  commandOf,
  keysOf,
  pressedKeys,
  refusalOf,
  resetKeys,
} from '../../../shared/commands/shortcuts.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { heading3, wrapping } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useAppInfo, useSettings } from '../../state/data/session.ts';
import { isMac, useKeyLabels } from '../../state/navigation/keyLabels.ts';
import { useOfferedCommands } from '../../state/navigation/offeredCommands.ts';
import { keepSettings } from './keepSettings.ts';
import { SettingsList, SettingsSection } from './SettingsSection.tsx';

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
  const names = useOfferedCommands();
  if (!chosen) return null;
  return (
    <SettingsSection help="shortcuts" name="shortcuts" text={t('settings.shortcuts.text')}>
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
            {names
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

/** Records the next keys pressed as a command's shortcut; explains why some are not allowed, and which command already uses them. */
function ShortcutDialog(props: { command: Command; onClose: () => void }) {
  const words = useKeyLabels();
  const chosen = useSettings()?.shortcuts ?? {};
  const shell = useAppInfo()?.shell ?? 'web';
  const [keys, setKeys] = useState<string | null>(null);
  const { command, onClose } = props;
  const name = t(`commands.name.${command}`);
  const refusal = keys === null ? null : refusalOf(keys, command, { shell, isMac });
  const holder = keys === null || refusal ? null : commandOf(keys, chosen, shell);
  const other = holder === null || holder === command ? null : t(`commands.name.${holder}`);
  const keep = (next: Record<string, string>) => {
    void keepSettings({ shortcuts: next });
    onClose();
  };
  const submit = () => {
    if (keys !== null && refusal === null) keep(chooseKeys(command, keys, chosen, shell));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // These two keys leave the field and the dialog.
    if (event.key === 'Tab' || event.key === 'Escape') return;
    event.preventDefault();
    const pressed = pressedKeys(event.nativeEvent, isMac);
    if (pressed !== null) setKeys(pressed);
  };
  return (
    <AppDialog
      isForm
      help="shortcuts"
      title={t('settings.shortcuts.dialog', { name })}
      action={{
        label: other === null ? t('common.save') : t('settings.shortcuts.take', { other }),
        isDisabled: keys === null || refusal !== null,
        run: submit,
      }}
      onClose={onClose}
    >
      <p>{t('settings.shortcuts.press')}</p>
      <Field
        label={t('settings.shortcuts.keys')}
        validationState={refusal ? 'error' : other === null ? 'none' : 'warning'}
        validationMessage={
          refusal
            ? t(`settings.shortcuts.refused.${refusal}`)
            : other === null
              ? null
              : t('settings.shortcuts.taken', { other })
        }
      >
        <Input
          value={keys === null ? '' : words(keys)}
          placeholder={t('settings.shortcuts.waiting')}
          // The field accepts only keys.
          onChange={() => {}}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button appearance="subtle" onClick={() => keep({ ...chosen, [command]: '' })}>
        {t('settings.shortcuts.takeAway')}
      </Button>
    </AppDialog>
  );
}
