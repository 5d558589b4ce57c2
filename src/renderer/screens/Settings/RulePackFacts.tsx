import { Button, Switch } from '@fluentui/react-components';
import { useRef } from 'react';
import { i18n, t } from '../../../shared/i18n/i18n.ts';
import { rulePackLines } from '../../../shared/i18n/rulePackText.ts';
import type { RulesState } from '../../../shared/rulePack/rulesState.ts';
import { useAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useSettings } from '../../state/data/session.ts';
import { Facts } from './Facts.tsx';
import { keepSettings } from './keepSettings.ts';

/** More is never a pack; main says so. */
const mostBytes = 1_000_001;

/** The rule pack in use, how old it is, and how to get a newer one. */
export function RulePackFacts() {
  const { data: rules } = useCall('app.rules', {});
  const asks = useSettings()?.asksForRules ?? false;
  const ask = useAction(async () => announceNext(await call('app.askRules', {})));
  if (!rules) return null;
  const name = t('settings.facts.pack.name', { version: rules.version });
  return (
    <Facts
      name={name}
      age={t(`settings.facts.pack.from.${rules.origin}`, { date: rules.date })}
      facts={rulePackLines(rules)}
      buttons={
        <>
          {rules.asking === 'possible' && (
            <Button
              size="small"
              aria-label={t('settings.facts.askOf', { name })}
              disabledFocusable={ask.isBusy}
              onClick={ask.run}
            >
              {t('settings.facts.ask')}
            </Button>
          )}
          <FileButton />
        </>
      }
    >
      {rules.asking === 'possible' && (
        <Switch
          checked={asks}
          label={t('settings.facts.pack.daily')}
          onChange={(_, { checked }) => void keepSettings({ asksForRules: checked })}
        />
      )}
    </Facts>
  );
}

/** For computers without a connection. */
function FileButton() {
  const input = useRef<HTMLInputElement>(null);
  const read = useAction(async (file: File) => {
    announceNext(await call('app.installRules', { text: await file.slice(0, mostBytes).text() }));
  });
  const label = t('settings.facts.pack.fileOf');
  return (
    <>
      <Button
        size="small"
        aria-label={label}
        disabledFocusable={read.isBusy}
        onClick={() => input.current?.click()}
      >
        {t('settings.facts.pack.file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) read.run(file);
          // Choosing the same file again must fire another change event.
          target.value = '';
        }}
      />
    </>
  );
}

function announceNext({ next }: RulesState): void {
  announce(next ? i18n.t('settings.facts.pack.next', { ...next }) : i18n.t('settings.facts.pack.current'));
}
