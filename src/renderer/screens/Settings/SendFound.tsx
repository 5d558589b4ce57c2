import { Button, Checkbox, Field, Input, makeStyles, Switch, Text } from '@fluentui/react-components';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Settings } from '../../../shared/settings.ts';
import { smallSecondary, stack } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { callQuery } from '../../state/data/queries.ts';
import { useAccounts } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { keepSettings } from './keepSettings.ts';

/** Articles, as in settingsSchema. */
const limits = { from: 1, to: 1_000 };

const useStyles = makeStyles({
  number: { maxWidth: '8rem' },
  root: { ...stack, justifyItems: 'start' },
  quiet: smallSecondary,
  journals: { margin: 0, maxHeight: '10rem', overflowY: 'auto' },
});

/** Switches sending of what a scheduled search finds on and off; on only after a confirmation of what will happen. */
export function SendFound({ settings }: { settings: Settings }) {
  const styles = useStyles();
  const [isAsking, setAsking] = useState(false);
  const { sendsFound } = settings;
  return (
    <div className={styles.root}>
      <Field hint={t('settings.sources.sendsHint')}>
        <Switch
          label={t('settings.sources.sends')}
          checked={sendsFound !== null}
          onChange={(_, { checked }) => {
            if (checked) setAsking(true);
            else void keepSettings({ sendsFound: null });
          }}
        />
      </Field>
      {sendsFound && (
        <>
          <Text className={styles.quiet}>
            {t('settings.sources.sendsNow', {
              count: sendsFound.limit,
              n: formatNumber(sendsFound.limit),
              journals: t('settings.sources.sendsJournals', {
                count: sendsFound.journals.length,
                n: formatNumber(sendsFound.journals.length),
              }),
            })}
          </Text>
          <Button size="small" onClick={() => setAsking(true)}>
            {t('settings.sources.sendsChange')}
          </Button>
        </>
      )}
      {isAsking && <SendFoundDialog settings={settings} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Says exactly what is done without a person, and for which journals, and asks for a limit. */
function SendFoundDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const styles = useStyles();
  const accounts = useAccounts();
  const { sendsFound, looksForMissing } = settings;
  const [limit, setLimit] = useState(sendsFound ? String(sendsFound.limit) : '');
  const [isWrong, setWrong] = useState(false);
  const lists = useQueries({
    queries: accounts.map(({ id }) => callQuery('journals.list', { accountId: id })),
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(sendsFound?.journals.map(({ accountId }) => accountId)),
  );
  const own = accounts.map((account, at) => ({
    account,
    journals: (lists[at]?.data?.journals ?? []).filter(({ mine, inDirectory }) => mine && inDirectory),
  }));
  const journals = own.flatMap((one) =>
    chosen.has(one.account.id)
      ? one.journals.map(({ id }) => ({ accountId: one.account.id, journalId: id }))
      : [],
  );
  const { run, isBusy, error } = useOwnAction(async () => {
    const count = Number(limit.trim());
    const isRight = /^\d+$/.test(limit.trim()) && count >= limits.from && count <= limits.to;
    setWrong(!isRight);
    if (!isRight || journals.length === 0) return;
    await keepSettings({ sendsFound: { limit: count, journals } });
    onClose();
  });
  return (
    <AppDialog
      help="watching"
      title={t('settings.sources.sendsTitle')}
      maxWidth="640px"
      isForm
      error={error}
      action={{
        label: t('settings.sources.sendsConfirm'),
        isBusy,
        isDisabled: journals.length === 0,
        run: () => run(),
      }}
      onClose={onClose}
    >
      <p>
        {t('settings.sources.sendsWhat', {
          every: t(`settings.sources.sendsEvery.${looksForMissing === 'weekly' ? 'weekly' : 'monthly'}`),
        })}
      </p>
      <p>{t('settings.sources.sendsNever')}</p>
      <Field
        label={t('settings.sources.sendsLimit')}
        required
        validationMessage={
          isWrong
            ? t('settings.sending.range', { from: formatNumber(limits.from), to: formatNumber(limits.to) })
            : undefined
        }
      >
        <Input
          className={styles.number}
          value={limit}
          inputMode="numeric"
          onChange={(_, { value }) => setLimit(value)}
        />
      </Field>
      <fieldset>
        <legend>{t('settings.sources.sendsOf')}</legend>
        {own.map((one) => (
          <div key={one.account.id}>
            <Checkbox
              label={t('settings.sources.sendsAccount', {
                name: one.account.name,
                journals: t('settings.sources.sendsJournals', {
                  count: one.journals.length,
                  n: formatNumber(one.journals.length),
                }),
              })}
              checked={chosen.has(one.account.id)}
              disabled={one.journals.length === 0}
              onChange={(_, { checked }) => {
                const next = new Set(chosen);
                if (checked === true) next.add(one.account.id);
                else next.delete(one.account.id);
                setChosen(next);
              }}
            />
            <ul className={styles.journals}>
              {one.journals.map(({ id, title, pissn, eissn }) => (
                <li key={id}>{[title, pissn ?? eissn ?? ''].join(' · ')}</li>
              ))}
            </ul>
          </div>
        ))}
      </fieldset>
    </AppDialog>
  );
}
