import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import { hasCode } from '../../../shared/directory/vocabulary.ts';
import { splice } from '../../../shared/draft/recordEdits.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { codeTyped, nameOf } from '../../../shared/i18n/vocabularyNames.ts';
import { announce } from '../../state/announce.ts';
import { useForm, useValue } from '../form/formContext.ts';
import { fieldId } from '../form/place.ts';
import { TagList } from '../form/TagsInput.tsx';
import { GroupFrame } from './FieldFrame.tsx';
import { VocabularyBox } from './VocabularyBox.tsx';

/** Languages as tags, and a box to choose more, or to paste several codes or names at once. */
export function LanguagesControl({ fact }: { fact: FieldFact }) {
  const { session } = useForm();
  const { path } = fact;
  const value = useValue(path);
  const codes = Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    : [];
  const put = (at: number, count: number, entries: string[]) =>
    session.edit((record) => splice(record, path, at, count, entries));
  const add = (texts: readonly string[]) => {
    const meant = texts.map((text) => codeTyped('language', text)).filter((one) => one !== '');
    const fresh = [...new Set(meant)].filter((one) => !codes.includes(one));
    if (fresh.length === 0) return;
    put(codes.length, 0, fresh);
    const names = fresh.map((one) => nameOf('language', one)).join(', ');
    announce(t('application.tags.added', { count: fresh.length, names }));
  };
  const change = (at: number, text: string) => {
    if (text === nameOf('language', codes[at]!)) return;
    const code = codeTyped('language', text);
    put(at, 1, code === '' ? [] : [code]);
  };
  return (
    <GroupFrame fact={fact}>
      <TagList
        field={path}
        label={fieldText(path)}
        values={codes.map((code) => nameOf('language', code))}
        isDoubtful={(name) =>
          !codes.some((code) => hasCode('language', code) && nameOf('language', code) === name)
        }
        onRemove={(at) => put(at, 1, [])}
        onChange={change}
        words={{
          edit: (name) => t('application.tags.edit', { name }),
          remove: (name) => t('application.tags.remove', { name }),
        }}
      />
      <VocabularyBox
        id={fieldId(path)}
        list="language"
        text=""
        codes={codes}
        label={t('application.tags.add', { field: fieldText(path) })}
        onPick={(code) => add([code])}
        onText={(text) => add(text.split(/[,;\n]/))}
      />
    </GroupFrame>
  );
}
