import { Field, makeStyles, Select, Switch } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { settingChoices } from '../../../shared/choices.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Settings } from '../../../shared/settings.ts';
import { isContact, isSourceBase } from '../../../shared/sources/sourceChecks.ts';
import type { SourceSettings } from '../../../shared/sources/sourceSettings.ts';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { useSettings } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { keepSettings, keepTyped } from './keepSettings.ts';
import { SendFound } from './SendFound.tsx';
import { SettingsForm, SettingsSection } from './SettingsSection.tsx';

type Fields = Record<'contact' | 'pause' | 'crossref' | 'handles', string>;

/** Seconds, as in sourceSettingsSchema. */
const pauses = { from: 1, to: 60 };

const useStyles = makeStyles({ number: { maxWidth: '8rem' }, choice: { maxWidth: '28rem' } });

/** Switches external sources on and off, and sets how they are contacted. */
export function SourcesSection() {
  const settings = useSettings();
  if (!settings) return null;
  const { sources, looksForMissing, checksLinks } = settings;
  return (
    <SettingsSection help="sources" name="sources" text={t('settings.sources.text')}>
      <Field>
        <Switch
          label={t('settings.sources.on')}
          checked={sources.isOn}
          onChange={(_, { checked }) => void keepSettings({ sources: { ...sources, isOn: checked } })}
        />
      </Field>
      {sources.isOn && (
        <EveryChoice
          words="missing"
          choices={settingChoices.looksForMissing}
          chosen={looksForMissing}
          onChoose={(looksForMissing) => void keepSettings({ looksForMissing })}
        />
      )}
      {sources.isOn && looksForMissing !== 'never' && <SendFound settings={settings} />}
      {sources.isOn && (
        <EveryChoice
          words="links"
          choices={settingChoices.checksLinks}
          chosen={checksLinks}
          onChoose={(checksLinks) => void keepSettings({ checksLinks })}
        />
      )}
      <SourcesForm key={JSON.stringify({ ...sources, isOn: true })} sources={sources} />
    </SettingsSection>
  );
}

/** How often Colophon does something by itself. */
function EveryChoice<C extends Settings['looksForMissing' | 'checksLinks']>(props: {
  words: 'missing' | 'links';
  choices: readonly C[];
  chosen: C;
  onChoose: (choice: C) => void;
}) {
  const styles = useStyles();
  const { words, choices, chosen, onChoose } = props;
  return (
    <Field
      className={styles.choice}
      label={t(`settings.sources.${words}`)}
      hint={t(`settings.sources.${words}Hint`)}
    >
      <Select value={chosen} onChange={(_, { value }) => onChoose(value as C)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`settings.sources.${words}Every.${choice}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function SourcesForm({ sources }: { sources: SourceSettings }) {
  const styles = useStyles();
  const { control, handleSubmit } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { ...sources, pause: String(sources.pause) },
  });
  const isPause = (text: string) =>
    (/^\d+$/.test(text.trim()) && Number(text) >= pauses.from && Number(text) <= pauses.to) ||
    t('settings.sending.range', { from: formatNumber(pauses.from), to: formatNumber(pauses.to) });
  const isBase = (text: string) => isSourceBase(text) || t('settings.sources.baseForm');
  const save = handleSubmit(({ contact, pause, crossref, handles }) =>
    keepTyped({
      sources: {
        ...sources,
        contact: contact.trim(),
        pause: Number(pause),
        crossref: crossref.trim(),
        handles: handles.trim(),
      },
    }),
  );
  return (
    <SettingsForm onSubmit={save}>
      <TextInput
        control={control}
        name="contact"
        label={t('settings.sources.contact')}
        hint={t('settings.sources.contactHint')}
        check={(text) => isContact(text) || t('settings.sources.contactForm')}
        input={{ type: 'email' }}
      />
      <TextInput
        control={control}
        name="pause"
        label={t('settings.sources.pause')}
        hint={t('settings.sources.pauseHint')}
        check={isPause}
        input={{
          className: styles.number,
          inputMode: 'numeric',
          contentAfter: t('settings.sending.seconds'),
        }}
      />
      <TextInput
        control={control}
        name="crossref"
        label={t('settings.sources.crossref')}
        check={isBase}
        input={{ type: 'url' }}
      />
      <TextInput
        control={control}
        name="handles"
        label={t('settings.sources.handles')}
        check={isBase}
        input={{ type: 'url' }}
      />
    </SettingsForm>
  );
}
