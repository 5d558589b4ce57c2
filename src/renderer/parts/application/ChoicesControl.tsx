import { Text } from '@fluentui/react-components';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { vocabulary } from '../../../shared/i18n/vocabularyNames.ts';
import { ControlGroup } from '../form/ControlGroup.tsx';
import { useForm, useValue } from '../form/formContext.ts';
import { tick } from './applicationEdits.ts';
import { GroupFrame } from './FieldFrame.tsx';
import type { FieldFact } from './fieldFacts.ts';
import { Tags } from './TagsControl.tsx';
import { TickBoxes } from './TickBoxes.tsx';
import { vocabularyOf } from './valueWords.ts';

/** The names of a vocabulary to tick, and tags for others. */
export function ChoicesControl({ fact }: { fact: FieldFact }) {
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
          <TickBoxes
            path={path}
            choices={choices}
            isTicked={(code) => list.includes(code)}
            onTick={(code, isTicked) => session.edit((record) => tick(record, path, code, isTicked, order))}
          />
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
