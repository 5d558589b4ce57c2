import { Button, Checkbox, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Funder } from '../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { smallSecondary, wrapping } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { useFunders } from '../../state/compliance.ts';
import { showUndoable, stepAbout } from '../../state/undo.ts';
import { FunderDialog } from './FunderDialog.tsx';
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
  const words = wanted.trim().toLowerCase();
  const shown = funders.filter(({ id, name, abbr, country, aliases }) =>
    [id, name, abbr, country, ...aliases].join(' ').toLowerCase().includes(words),
  );
  return (
    <SettingsSection help="compliance" title={t('settings.funders.title')} text={t('settings.funders.text')}>
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
        <span className={styles.id}>{funder.id}</span>
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
