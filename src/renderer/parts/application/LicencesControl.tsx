import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import { ownLicence } from '../../../shared/directory/vocabulary.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { splice } from '../../../shared/draft/recordEdits.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { vocabulary } from '../../../shared/i18n/vocabularyNames.ts';
import { useForm, useValue } from '../form/formContext.ts';
import { placeKey } from '../form/place.ts';
import { useFirstRows } from '../form/useFirstRows.tsx';
import { tickLicence } from './applicationEdits.ts';
import { applicationValueText } from './applicationValueText.ts';
import { GroupFrame } from './FieldFrame.tsx';
import { TickBoxes } from './TickBoxes.tsx';

const useStyles = makeStyles({
  own: {
    margin: 0,
    padding: `0 0 0 ${tokens.spacingHorizontalM}`,
    border: 'none',
    borderLeft: `2px solid ${tokens.colorNeutralStroke1}`,
    '& legend': { padding: 0, fontSize: tokens.fontSizeBase200 },
  },
  unknown: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
});

/** More rows are rendered on demand only. */
const rowsAtFirst = 60;

/** The directory's licences to tick, the terms of a publisher's own licence, and other entries as they are. */
export function LicencesControl({ fact }: { fact: FieldFact }) {
  const styles = useStyles();
  const { session } = useForm();
  const { path } = fact;
  const value = useValue(path);
  const list = Array.isArray(value) ? value : [];
  const choices = vocabulary('licence');
  const order = choices.map(({ code }) => code);
  const typeAt = (at: number) => getAt(list[at], 'type');
  const unknown = list.flatMap((entry, at) => {
    const type = typeAt(at);
    return typeof type === 'string' && order.includes(type) ? [] : [{ entry, at }];
  });
  const first = useFirstRows({ total: unknown.length, atFirst: rowsAtFirst });
  const own = list.findIndex((_, at) => typeAt(at) === ownLicence);
  return (
    <GroupFrame fact={fact}>
      <TickBoxes
        path={path}
        choices={choices}
        isTicked={(code) => list.some((_, at) => typeAt(at) === code)}
        onTick={(code, isTicked) => session.edit((record) => tickLicence(record, code, isTicked, order))}
      />
      {own >= 0 && <OwnLicence path={`${path}[${own}]`} entry={list[own]!} />}
      {unknown.slice(0, first.count).map(({ entry, at }) => (
        <div key={placeKey(at)} className={styles.unknown}>
          <span>{applicationValueText(path, [entry]) ?? t('common.nothing')}</span>
          <Button size="small" onClick={() => session.edit((record) => splice(record, path, at, 1, []))}>
            {t('application.remove')}
          </Button>
        </div>
      ))}
      {first.button}
    </GroupFrame>
  );
}

function OwnLicence({ path, entry }: { path: string; entry: DraftRecord[string] }) {
  const styles = useStyles();
  const { session } = useForm();
  return (
    <fieldset className={styles.own}>
      <legend>{t('application.ownLicence')}</legend>
      {vocabulary('licenceAttribute').map(({ code, name }) => (
        <Checkbox
          key={code}
          label={name}
          checked={getAt(entry, code) === true}
          onChange={(_, data) =>
            session.edit((record) =>
              data.checked === true
                ? setAt(record, `${path}.${code}`, true)
                : removeAt(record, `${path}.${code}`),
            )
          }
        />
      ))}
    </fieldset>
  );
}
