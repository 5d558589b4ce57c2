import { isJoinedKeyword, keywordSeparator, splitKeywords } from '../../../shared/article/keywords.ts';
import { listAt, splice } from '../../../shared/draft/recordEdits.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { asList, asText } from '../../../shared/json.ts';
import { listPaths, removeEntry, splitEntry } from '../../parts/article/articleEdits.ts';
import { useForm, useValue } from '../../parts/form/formContext.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { TagsInput } from '../../parts/form/TagsInput.tsx';
import { announce } from '../../state/announce.ts';

const path = listPaths.keywords;

/** Keywords as separate entries: typed or pasted text is split at commas and semicolons of any script and at line breaks. */
export function KeywordsControl() {
  const { session } = useForm();
  const keywords = asList(useValue(path)).map(asText);

  const add = (words: string[]) => {
    session.edit((before) => splice(before, path, listAt(before, path).length, 0, words));
    announce(t('article.keywords.added', { count: words.length, words: words.join(', ') }));
  };
  const addPasted = (words: string[], text: string) => {
    const whole = text.replace(/\s*[\r\n]+\s*/g, ', ').trim();
    const description = t('article.keywords.split', { count: words.length });
    const { change, undo } = splitEntry(path, keywords.length, words, whole, description);
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
      separator={keywordSeparator}
      isDoubtful={isJoinedKeyword}
      onAdd={add}
      onPaste={addPasted}
      onRemove={remove}
      onReplace={(at, words) => session.edit((before) => splice(before, path, at, 1, words))}
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
