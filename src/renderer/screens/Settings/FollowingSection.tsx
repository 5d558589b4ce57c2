import { Field, makeStyles, Select, Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import {
  allowOutsideNotice,
  type OutsideNotice,
  outsideNotice,
  stopOutsideNotice,
} from '../../state/data/outsideNotice.ts';
import { useAppInfo, useSettings } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { keepSettings } from './keepSettings.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Minutes between two checks; 0 is off. */
const choices = [0, 5, 15, 30, 60, 240, 1440];

const useStyles = makeStyles({ interval: { maxWidth: '16rem' } });

/** Sets how often the directory is polled for decisions on Update Requests, and whether the user is notified outside the window. */
export function FollowingSection() {
  const styles = useStyles();
  const settings = useSettings();
  const shell = useAppInfo()?.shell;
  if (!settings) return null;
  const { followEvery, watches } = settings;
  // A value set elsewhere, by the command line for example, is shown unchanged.
  const minutes = [...new Set([...choices, followEvery])].sort((a, b) => a - b);
  return (
    <SettingsSection help="requests" name="following" text={t('settings.following.text')}>
      <Field className={styles.interval} label={t('settings.following.every')}>
        <Select
          value={String(followEvery)}
          onChange={(_, { value }) => void keepSettings({ followEvery: Number(value) })}
        >
          {minutes.map((count) => (
            <option key={count} value={count}>
              {intervalText(count)}
            </option>
          ))}
        </Select>
      </Field>
      <Field hint={t('settings.following.watchHint')}>
        <Switch
          label={t('settings.following.watch')}
          checked={watches}
          onChange={(_, { checked }) => void keepSettings({ watches: checked })}
        />
      </Field>
      {shell === 'web' && <OutsideSwitch />}
    </SettingsSection>
  );

  function intervalText(count: number): string {
    if (count === 0) return t('settings.following.off');
    if (count % 1440 === 0) return t('settings.following.days', { count: count / 1440 });
    if (count % 60 === 0) {
      return t('settings.following.hours', { count: count / 60, n: formatNumber(count / 60) });
    }
    return t('settings.following.minutes', { count, n: formatNumber(count) });
  }
}

/** Asks the browser for permission when notifications are switched on, and reports a refusal. */
function OutsideSwitch() {
  const [state, setState] = useState<OutsideNotice>(outsideNotice);
  const change = async (isOn: boolean) => setState(isOn ? await allowOutsideNotice() : stopOutsideNotice());
  const isRefused = state === 'refused' || state === 'impossible';
  return (
    <Field hint={isRefused ? t(`settings.following.${state}`) : t('settings.following.tellHint')}>
      <Switch
        label={t('settings.following.tell')}
        checked={state === 'on'}
        disabled={isRefused}
        onChange={(_, { checked }) => void change(checked)}
      />
    </Field>
  );
}
