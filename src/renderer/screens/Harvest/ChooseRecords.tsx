import { Button, Field, Input, Radio, RadioGroup, Select, Text } from '@fluentui/react-components';
import { useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { HarvestOffer } from '../../../shared/harvest/harvest.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useCall } from '../../state/data/queries.ts';
import { formatRecent } from '../../state/format.ts';
import type { Frame } from './AskRepository.tsx';

/** The records to harvest, as an argument of `harvest.start`. */
export interface HarvestChoice {
  address: string;
  prefix: string;
  set: string;
  since: string | null;
  resumes: boolean;
}

/** Asks for format, set and period of a harvest. */
export function ChooseRecords(props: {
  frame: Frame;
  accountId: string;
  offer: HarvestOffer;
  isBusy: boolean;
  error: AppError | null;
  onBack: () => void;
  onStart: (choice: HarvestChoice) => void;
}) {
  const { offer, accountId } = props;
  const formats = offer.formats.filter(({ isReadable }) => isReadable);
  const [prefix, setPrefix] = useState(formats[0]?.prefix ?? '');
  const [set, setSet] = useState('');
  const [period, setPeriod] = useState<'all' | 'last' | 'date'>('all');
  const [date, setDate] = useState('');
  const { data: sources = [] } = useCall('harvest.sources', { accountId });
  const before = sources.find(
    (source) => source.address === offer.address && source.prefix === prefix && source.set === set,
  )?.harvestedAt;
  const chosen = period === 'last' && !before ? 'all' : period;
  const isDated = chosen !== 'date' || date !== '';
  return (
    <AppDialog
      {...props.frame}
      isForm
      error={props.error}
      otherActions={<Button onClick={props.onBack}>{t('harvest.back')}</Button>}
      action={{
        label: t('harvest.start'),
        isBusy: props.isBusy,
        isDisabled: prefix === '' || !isDated,
        run: () =>
          props.onStart({
            address: offer.address,
            prefix,
            set,
            since: chosen === 'date' ? date : chosen === 'last' ? 'last' : null,
            resumes: false,
          }),
      }}
    >
      <Text weight="semibold">{offer.name}</Text>
      {formats.length === 0 ? (
        <Text role="alert">{t('harvest.problem.no-format.message', { address: offer.address })}</Text>
      ) : (
        <Field label={t('harvest.format')} hint={t('harvest.formatHint')}>
          <Select value={prefix} onChange={(_, { value }) => setPrefix(value)}>
            {formats.map((format) => (
              <option key={format.prefix} value={format.prefix}>
                {format.prefix}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {offer.sets.length > 0 && (
        <Field label={t('harvest.set')}>
          <Select value={set} onChange={(_, { value }) => setSet(value)}>
            <option value="">{t('harvest.allSets')}</option>
            {offer.sets.map(({ spec, name }) => (
              <option key={spec} value={spec}>
                {t('harvest.setName', { spec, name })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {offer.knowsChanges ? (
        <Field label={t('harvest.period')}>
          <RadioGroup
            value={chosen}
            onChange={(_, { value }) => setPeriod(value === 'last' || value === 'date' ? value : 'all')}
          >
            <Radio value="all" label={t('harvest.everything')} />
            {before && <Radio value="last" label={t('harvest.sinceLast', { when: formatRecent(before) })} />}
            <Radio value="date" label={t('harvest.sinceDate')} />
          </RadioGroup>
        </Field>
      ) : (
        <Text>{t('harvest.noChanges')}</Text>
      )}
      {chosen === 'date' && (
        <Field label={t('harvest.date')}>
          <Input type="date" value={date} onChange={(_, { value }) => setDate(value)} />
        </Field>
      )}
    </AppDialog>
  );
}
