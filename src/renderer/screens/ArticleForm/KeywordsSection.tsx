import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isJoinedKeyword, splitKeywords } from '../../../shared/keywords.ts';
import { announce } from '../../parts/Announcer.tsx';
import { entriesAt, insertAt, listPaths, removeEntry, replaceAt, splitEntry } from './articleEdits.ts';
import { FormField } from './FormField.tsx';
import { useForm } from './formContext.ts';
import { fieldId, placeKey } from './placeOf.ts';

const path = listPaths.keywords;
const separator = /[,;\u060C\u061B\u3001\uFF0C\uFF1B]/;

const useStyles = makeStyles({
  tags: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
  },
  tag: {
    display: 'flex',
    alignItems: 'center',
    maxWidth: '100%',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  doubtful: { border: `1px solid ${tokens.colorStatusWarningBorder2}` },
  word: {
    minWidth: 0,
    minHeight: '24px',
    paddingInline: tokens.spacingHorizontalS,
    paddingBlock: 0,
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
    textAlign: 'left',
  },
  remove: { minWidth: '24px', maxWidth: '24px', minHeight: '24px', padding: 0 },
});

/** Keywords as separate entries: typed or pasted text splits at commas and semicolons of any script and at line ends. */
export function KeywordsSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { record, edit, editWithUndo } = useForm();
  const [edited, setEdited] = useState<number | null>(null);
  const keywords = entriesAt(record, path).map(asText);

  const add = (text: string) => {
    const words = splitKeywords(text);
    if (words.length === 0) return;
    edit((before) => insertAt(before, path, entriesAt(before, path).length, words));
    announce(t('article.keywords.added', { count: words.length, words: words.join(', ') }));
  };
  const addPasted = (text: string) => {
    const words = splitKeywords(text);
    const whole = text.replace(/\s*[\r\n]+\s*/g, ', ').trim();
    const { change, undo } = splitEntry(
      path,
      keywords.length,
      words,
      whole,
      t('article.keywords.split', { count: words.length }),
    );
    editWithUndo(change, undo);
  };
  const remove = (at: number) => {
    const { change, undo } = removeEntry(path, at, t('article.keywords.removed', { keyword: keywords[at] }));
    flushSync(() => editWithUndo(change, undo));
    document.getElementById(tagId(Math.min(at, keywords.length - 2)))?.focus();
    if (keywords.length === 1) document.getElementById(fieldId(path))?.focus();
  };
  const finish = (at: number, text: string | null) => {
    flushSync(() => {
      setEdited(null);
      if (text !== null) edit((before) => replaceAt(before, path, at, splitKeywords(text)));
    });
    document.getElementById(tagId(at))?.focus();
  };

  return (
    <>
      {keywords.length > 0 && (
        <ul className={styles.tags} aria-label={t('article.section.keywords')}>
          {keywords.map((keyword, index) => (
            <li key={placeKey(index)}>
              {edited === index ? (
                <KeywordEditor keyword={keyword} onDone={(text) => finish(index, text)} />
              ) : (
                <span className={mergeClasses(styles.tag, isJoinedKeyword(keyword) && styles.doubtful)}>
                  <Button
                    id={tagId(index)}
                    appearance="transparent"
                    size="small"
                    className={styles.word}
                    aria-label={t('article.keywords.edit', { keyword })}
                    onClick={() => setEdited(index)}
                    onKeyDown={(event) => {
                      if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
                    }}
                  >
                    {keyword}
                  </Button>
                  <Button
                    appearance="transparent"
                    size="small"
                    className={styles.remove}
                    icon={<DismissRegular fontSize={14} />}
                    aria-label={t('article.keywords.remove', { keyword })}
                    title={t('article.keywords.remove', { keyword })}
                    onClick={() => remove(index)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <KeywordInput onAdd={add} onPaste={addPasted} />
    </>
  );
}

function KeywordInput(props: { onAdd: (text: string) => void; onPaste: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const addAll = () => {
    props.onAdd(text);
    setText('');
  };
  // By the character, not by the key: on other keyboards the comma is elsewhere, and some scripts have their own.
  const type = (value: string, isComposing: boolean) => {
    if (isComposing || !separator.test(value)) return setText(value);
    const last = value.search(/[^,;\u060C\u061B\u3001\uFF0C\uFF1B]*$/);
    props.onAdd(value.slice(0, last));
    setText(value.slice(last).trimStart());
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || splitKeywords(pasted).length < 2) return;
    event.preventDefault();
    props.onPaste(pasted);
  };
  return (
    <FormField field={path} label={t('article.keywords.label')} hint={t('article.keywords.hint')}>
      <Input
        id={fieldId(path)}
        value={text}
        onChange={(event, data) => type(data.value, (event.nativeEvent as InputEvent).isComposing)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          addAll();
        }}
        onPaste={paste}
        onBlur={addAll}
      />
    </FormField>
  );
}

function KeywordEditor(props: { keyword: string; onDone: (text: string | null) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(props.keyword);
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    props.onDone(event.key === 'Enter' ? text : null);
  };
  return (
    <Input
      size="small"
      // The person has just asked to change this word.
      ref={(input) => input?.focus()}
      aria-label={t('article.keywords.edit', { keyword: props.keyword })}
      value={text}
      onChange={(_, data) => setText(data.value)}
      onKeyDown={handleKey}
      onBlur={() => props.onDone(text)}
    />
  );
}

function tagId(index: number): string {
  return fieldId(`${path}[${index}]`);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
