import { useTranslation } from 'react-i18next';
import { isJoinedKeyword, splitKeywords } from '../../../shared/article/keywords.ts';
import {
  entriesAt,
  insertAt,
  listPaths,
  removeEntry,
  replaceAt,
  splitEntry,
} from '../../parts/article/articleEdits.ts';
import { useForm, useValue } from '../../parts/form/formContext.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { TagsInput } from '../../parts/form/TagsInput.tsx';
import { announce } from '../../state/announce.ts';

const path = listPaths.keywords;
const separator = /[,;\u060C\u061B\u3001\uFF0C\uFF1B]/;

/** Keywords as separate entries: typed or pasted text splits at commas and semicolons of any script and at line ends. */
export function KeywordsSection() {
  const { t } = useTranslation();
  const { session } = useForm();
  const list = useValue(path);
  const keywords = Array.isArray(list) ? list.map(asText) : [];

  const add = (words: string[]) => {
    session.edit((before) => insertAt(before, path, entriesAt(before, path).length, words));
    announce(t('article.keywords.added', { count: words.length, words: words.join(', ') }));
  };
  const addPasted = (words: string[], text: string) => {
    const whole = text.replace(/\s*[\r\n]+\s*/g, ', ').trim();
    const told = t('article.keywords.split', { count: words.length });
    const { change, undo } = splitEntry(path, keywords.length, words, whole, told);
    session.edit(change, undo);
  };
  const remove = (at: number) => {
    const { change, undo } = removeEntry(path, at, t('article.keywords.removed', { keyword: keywords[at] }));
    session.edit(change, undo);
  };
  return (
    <TagsInput
      field={path}
      label={t('article.section.keywords')}
      values={keywords}
      split={splitKeywords}
      separator={separator}
      isDoubtful={isJoinedKeyword}
      onAdd={add}
      onPaste={addPasted}
      onRemove={remove}
      onReplace={(at, words) => session.edit((before) => replaceAt(before, path, at, words))}
      words={{
        edit: (keyword) => t('article.keywords.edit', { keyword }),
        remove: (keyword) => t('article.keywords.remove', { keyword }),
      }}
      inField={(input) => (
        <RecordField field={path} label={t('article.keywords.label')} hint={t('article.keywords.hint')}>
          {input}
        </RecordField>
      )}
    />
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
