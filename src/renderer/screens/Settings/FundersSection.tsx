import { Button, Checkbox, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Funder } from '../../../shared/complianceCheck.ts';
import { asAppError, call } from '../../client.ts';
import { useFunders } from '../../state/compliance.ts';
import { showError } from '../../state/notices.ts';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxHeight: '320px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  item: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  name: { flexGrow: 1 },
  id: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
    alignItems: 'end',
    gap: tokens.spacingHorizontalM,
  },
  add: { justifySelf: 'start' },
});

const blank = { id: '', name: '', abbr: '' };

/** The funders that can be asked about: marked, changed and added to. */
export function FundersSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const funders = useFunders();
  const [wanted, setWanted] = useState('');
  const [fields, setFields] = useState(blank);
  const [problem, setProblem] = useState('');
  const save = (funder: Omit<Funder, 'own'>) =>
    call('compliance.saveFunder', funder).catch((error: unknown) => showError(asAppError(error)));
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (fields.id.trim() === '' || fields.name.trim() === '') {
      setProblem(t('settings.funders.needed'));
      return;
    }
    setProblem('');
    await save({ ...fields, country: '', aliases: [], favourite: true });
    setFields(blank);
  };
  const shown = funders.filter(({ id, name, abbr, aliases }) =>
    [id, name, abbr, ...aliases].join(' ').toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <SettingsSection title={t('settings.funders.title')} text={t('settings.funders.text')}>
      <Field label={t('settings.funders.filter')}>
        <Input type="search" value={wanted} onChange={(_, { value }) => setWanted(value)} />
      </Field>
      <ul className={styles.list}>
        {shown.map(({ own, ...funder }) => (
          <li key={funder.id} className={styles.item}>
            <Checkbox
              checked={funder.favourite}
              aria-label={t('settings.funders.favourite', { name: funder.name })}
              onChange={(_, { checked }) => void save({ ...funder, favourite: checked === true })}
            />
            <Text className={styles.name}>
              {funder.name} <span className={styles.id}>{funder.id}</span>
            </Text>
            {own && (
              <Button
                size="small"
                aria-label={t('settings.funders.removeOf', { name: funder.name })}
                onClick={() =>
                  void call('compliance.removeFunder', { id: funder.id }).catch((error: unknown) =>
                    showError(asAppError(error)),
                  )
                }
              >
                {t('settings.funders.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        onSubmit={(event) => void add(event)}
        noValidate
        aria-label={t('settings.funders.add')}
      >
        <Field
          label={t('settings.funders.id')}
          validationState={problem ? 'error' : 'none'}
          validationMessage={problem || null}
        >
          <Input value={fields.id} onChange={(_, { value }) => setFields({ ...fields, id: value })} />
        </Field>
        <Field label={t('settings.funders.name')}>
          <Input value={fields.name} onChange={(_, { value }) => setFields({ ...fields, name: value })} />
        </Field>
        <Field label={t('settings.funders.abbr')}>
          <Input value={fields.abbr} onChange={(_, { value }) => setFields({ ...fields, abbr: value })} />
        </Field>
        <Button type="submit" className={styles.add}>
          {t('settings.funders.add')}
        </Button>
      </form>
    </SettingsSection>
  );
}
