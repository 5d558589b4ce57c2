import { Button, Field, Input } from '@fluentui/react-components';
import { type KeyboardEvent, useState } from 'react';
import type { Command } from '../../../shared/commands/commands.ts';
import { chooseKeys, commandOf, pressedKeys, refusalOf } from '../../../shared/commands/shortcuts.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { isMac, useKeyLabels } from '../../state/keyLabels.ts';
import { useAppInfo, useSettings } from '../../state/session.ts';
import { keepSettings } from './keepSettings.ts';

/** Records the next keys pressed as a command's shortcut; explains why some are not allowed, and which command already uses them. */
export function ShortcutDialog(props: { command: Command; onClose: () => void }) {
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
