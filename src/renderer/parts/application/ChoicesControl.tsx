import { Checkbox, makeStyles, Text } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { vocabulary } from '../../../shared/i18n/vocabularyNames.ts';
import { ControlGroup } from '../form/ControlGroup.tsx';
import { useForm, useValue } from '../form/formContext.ts';
import { fieldId } from '../form/place.ts';
import { tick } from './applicationEdits.ts';
import { GroupFrame } from './FieldFrame.tsx';
import type { FieldFact } from './fieldFacts.ts';
import { Tags } from './TagsControl.tsx';
import { vocabularyOf } from './valueWords.ts';

const useStyles = makeStyles({
  boxes: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))' },
});

/** Known names to tick, and a line for others. */
export function ChoicesControl({ fact }: { fact: FieldFact }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session } = useForm();
  const { path } = fact;
  const value = useValue(path);
  const list = Array.isArray(value) ? value : [];
  const choices = vocabulary(vocabularyOf[path]!);
  const order = choices.map(({ code }) => code);
  const others = list.flatMap((one, at) =>
    typeof one === 'string' && order.includes(one)
      ? []
      : [{ text: typeof one === 'string' ? one : JSON.stringify(one), at }],
  );
  return (
    <GroupFrame fact={fact}>
      {(labels) => (
        <ControlGroup labels={labels}>
          <div className={styles.boxes}>
            {choices.map(({ code, name }, at) => (
              <Checkbox
                key={code}
                id={at === 0 ? fieldId(path) : `${fieldId(path)}-${at}`}
                label={name}
                checked={list.includes(code)}
                onChange={(_, data) =>
                  session.edit((record) => tick(record, path, code, data.checked === true, order))
                }
              />
            ))}
          </div>
          <Text size={200}>{t('application.others')}</Text>
          <Tags
            fact={fact}
            field={`${path}.other`}
            label={t('application.otherThan', { field: fieldText(path) })}
            places={others}
            length={list.length}
            isKeywords={false}
          />
        </ControlGroup>
      )}
    </GroupFrame>
  );
}
