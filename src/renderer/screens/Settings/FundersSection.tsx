import { Button, Checkbox, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Funder } from '../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { matchingText } from '../../../shared/text/nearMatch.ts';
import { smallSecondary, wrapping } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useAction, useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { useFunders } from '../../state/data/compliance.ts';
import { showUndoable, stepAbout } from '../../state/records/undo.ts';
import { SettingsList, SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  filter: { maxWidth: '32rem' },
  item: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
  // The box itself is aligned with the other lists.
  box: { marginInlineStart: '-8px' },
  name: { overflowWrap: 'anywhere' },
  id: { ...smallSecondary, display: 'block', lineHeight: tokens.lineHeightBase200 },
  buttons: { ...wrapping, justifyContent: 'end', gap: tokens.spacingHorizontalXS },
  none: { margin: 0, padding: tokens.spacingHorizontalS },
});

/** The funders to choose from: marks, changes and adds them. */
export function FundersSection() {
  const styles = useStyles();
  const funders = useFunders();
  const [wanted, setWanted] = useState('');
  const [edited, setEdited] = useState<Funder | 'new' | null>(null);
  const shown = matchingText(funders, wanted, ({ id, name, abbr, country, aliases }) =>
    [id, name, abbr, country, ...aliases].join(' '),
  );
  return (
    <SettingsSection help="compliance" name="funders" text={t('settings.funders.text')}>
      <Field label={t('settings.funders.filter')} className={styles.filter}>
        <Input type="search" value={wanted} onChange={(_, { value }) => setWanted(value)} />
      </Field>
      {shown.length === 0 ? (
        <p className={styles.none}>{t('settings.funders.noneFound')}</p>
      ) : (
        <SettingsList label={t('settings.funders.title')}>
          {shown.map((funder) => (
            <FunderLine key={funder.id} funder={funder} onEdit={() => setEdited(funder)} />
          ))}
        </SettingsList>
      )}
      <Button onClick={() => setEdited('new')}>{t('settings.funders.add')}</Button>
      {edited && (
        <FunderDialog
          funder={edited === 'new' ? null : edited}
          known={funders}
          onClose={() => setEdited(null)}
        />
      )}
    </SettingsSection>
  );
}

function FunderLine({ funder, onEdit }: { funder: Funder; onEdit: () => void }) {
  const styles = useStyles();
  const { own, ...kept } = funder;
  const save = useAction((favourite: boolean) => call('compliance.saveFunder', { ...kept, favourite }));
  const remove = useAction(async () => {
    await call('compliance.removeFunder', { id: funder.id });
    const done = t('settings.funders.removed', { name: funder.name });
    showUndoable(done, await stepAbout('removeFunder', funder.id));
  });
  return (
    <li className={styles.item}>
      <Checkbox
        className={styles.box}
        checked={funder.favourite}
        aria-label={t('settings.funders.favourite', { name: funder.name })}
        onChange={(_, { checked }) => save.run(checked === true)}
      />
      <Text className={styles.name}>
        {[funder.name, funder.abbr, funder.country].filter((part) => part !== '').join(' · ')}
      </Text>
      <div className={styles.buttons}>
        <Button
          size="small"
          aria-label={t('settings.funders.changeOf', { name: funder.name })}
          onClick={onEdit}
        >
          {t('settings.funders.change')}
        </Button>
        {own && (
          <Button
            size="small"
            aria-label={t('settings.funders.removeOf', { name: funder.name })}
            onClick={remove.run}
          >
            {t('settings.funders.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Edits a funder's names; its id only while it is new, because stored answers refer to it. */
function FunderDialog(props: {
  /** null: a new one. */
  funder: Funder | null;
  known: readonly Funder[];
  onClose: () => void;
}) {
  const { funder, known, onClose } = props;
  const [fields, setFields] = useState({
    id: funder?.id ?? '',
    name: funder?.name ?? '',
    abbr: funder?.abbr ?? '',
    country: funder?.country ?? '',
  });
  const [isTried, setTried] = useState(false);
  const id = fields.id.trim();
  const isTaken = funder === null && known.some((one) => one.id === id);
  const problems = {
    id: id === '' ? t('settings.funders.needId') : isTaken ? t('settings.funders.taken') : '',
    name: fields.name.trim() === '' ? t('settings.funders.needName') : '',
  };
  const { run, isBusy, error } = useOwnAction(async () => {
    const { aliases = [], favourite = true } = funder ?? {};
    await call('compliance.saveFunder', { ...fields, aliases, favourite });
    onClose();
  });
  const save = () => {
    setTried(true);
    if (!problems.id && !problems.name) run();
  };
  const text = (name: keyof typeof fields, problem = '', hint = '') => (
    <Field
      label={t(`settings.funders.${name}`)}
      {...(hint ? { hint } : {})}
      validationState={isTried && problem ? 'error' : 'none'}
      validationMessage={(isTried && problem) || null}
    >
      <Input
        value={fields[name]}
        readOnly={name === 'id' && funder !== null}
        onChange={(_, { value }) => setFields({ ...fields, [name]: value })}
      />
    </Field>
  );
  return (
    <AppDialog
      help="compliance"
      isForm
      title={funder ? t('settings.funders.changeTitle') : t('settings.funders.add')}
      error={error}
      action={{ label: t('common.save'), isBusy, run: save }}
      onClose={onClose}
    >
      {text('name', problems.name)}
      {text('abbr')}
      {text('country')}
      {text('id', problems.id, funder ? t('settings.funders.idFixed') : t('settings.funders.idHint'))}
    </AppDialog>
  );
}
