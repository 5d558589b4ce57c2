import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { row, wrapping } from '../commonStyles.ts';
import { fieldId, placeKey } from './place.ts';
import { useFirstRows } from './useFirstRows.tsx';
import { useTypedText } from './useTypedText.ts';

/** More tags are rendered on demand only. */
const tagsAtFirst = 200;

const useStyles = makeStyles({
  tags: { ...wrapping, listStyle: 'none', margin: 0, padding: 0, gap: tokens.spacingHorizontalXS },
  tag: {
    ...row,
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

export interface TagListProps {
  field: string;
  label: string;
  values: readonly string[];
  isDoubtful?: (value: string) => boolean;
  onRemove: (at: number) => void;
  /** The entry at this index was changed to a text. */
  onChange: (at: number, text: string) => void;
  words: { edit: (value: string) => string; remove: (value: string) => string };
}

export interface TagsInputProps extends Omit<TagListProps, 'onChange'> {
  split: (text: string) => string[];
  /** Characters that end an entry while typing; without it only Enter does. */
  separator?: RegExp;
  /** Entries from `split` were added. */
  onAdd: (values: string[]) => void;
  /** Several entries were pasted at once. */
  onPaste: (values: string[], text: string) => void;
  /** The entry at this index is replaced by these, possibly none. */
  onReplace: (at: number, values: string[]) => void;
  /** Wraps the input for new entries in its labelled field. */
  inField: (input: ReactElement<{ 'aria-describedby'?: string; 'aria-label'?: string }>) => ReactElement;
}

/** Short texts as tags that can be changed and removed, and an input for more. */
export function TagsInput(props: TagsInputProps) {
  return (
    <>
      <TagList {...props} onChange={(at, text) => props.onReplace(at, props.split(text))} />
      <NewTag {...props} />
    </>
  );
}

/** Short texts as tags that can be changed and removed. The input for more has `id={fieldId(field)}`. */
export function TagList(props: TagListProps) {
  const styles = useStyles();
  const { field, values, words } = props;
  const [edited, setEdited] = useState<{ at: number; value: string } | null>(null);

  const remove = (at: number) => {
    flushSync(() => props.onRemove(at));
    document.getElementById(tagId(field, Math.min(at, values.length - 2)))?.focus();
    if (values.length === 1) document.getElementById(fieldId(field))?.focus();
  };
  /** The entry that is edited may be at another place by now, or gone. */
  const change = (at: number, text: string | null) => {
    const now = values[at] === edited?.value ? at : values.indexOf(edited?.value ?? '');
    if (text !== null && now >= 0 && text !== edited?.value) props.onChange(now, text);
  };
  const finish = (at: number, { text, takesFocus }: Edited) => {
    flushSync(() => {
      setEdited(null);
      change(at, text);
    });
    if (!takesFocus) return;
    // Its text may have been emptied.
    (document.getElementById(tagId(field, at)) ?? document.getElementById(fieldId(field)))?.focus();
  };

  const rows = useFirstRows({ total: values.length, atFirst: tagsAtFirst });

  if (values.length === 0) return null;
  return (
    <>
      <ul className={styles.tags} aria-label={props.label}>
        {values.slice(0, rows.count).map((value, index) => (
          <li key={placeKey(index)}>
            {edited?.at === index ? (
              <TagEditor
                value={edited.value}
                label={words.edit(edited.value)}
                onDone={(done) => finish(index, done)}
                onGone={(text) => change(index, text)}
              />
            ) : (
              <span className={mergeClasses(styles.tag, props.isDoubtful?.(value) && styles.doubtful)}>
                <Button
                  id={tagId(field, index)}
                  appearance="transparent"
                  size="small"
                  className={styles.word}
                  aria-label={words.edit(value)}
                  onClick={() => setEdited({ at: index, value })}
                  onKeyDown={(event) => {
                    if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
                  }}
                >
                  {value}
                </Button>
                <Button
                  appearance="transparent"
                  size="small"
                  className={styles.remove}
                  icon={<DismissRegular fontSize={14} />}
                  aria-label={words.remove(value)}
                  title={words.remove(value)}
                  onClick={() => remove(index)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.button}
    </>
  );
}

function NewTag(props: TagsInputProps) {
  const { separator } = props;
  const [text, showText] = useState('');
  /** Empty as soon as it is added, since that may be asked for several times before it is rendered. */
  const typed = useRef('');
  const setText = (value: string) => {
    typed.current = value;
    showText(value);
  };
  const add = (entries: string[]) => {
    if (entries.length > 0) props.onAdd(entries);
  };
  const addAll = () => {
    const entries = props.split(typed.current);
    setText('');
    add(entries);
  };
  useTypedText(addAll);
  // Checks the character and not the key, because keyboards and scripts have different commas.
  const type = (value: string, isComposing: boolean) => {
    if (isComposing || !separator?.test(value)) return setText(value);
    const parts = value.split(separator);
    const last = parts.at(-1)!;
    add(props.split(value.slice(0, value.length - last.length)));
    setText(last.trimStart());
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    const entries = props.split(pasted);
    if (text !== '' || entries.length < 2) return;
    event.preventDefault();
    props.onPaste(entries, pasted);
  };
  return props.inField(
    <Input
      id={fieldId(props.field)}
      dir="auto"
      value={text}
      onChange={(event, data) => type(data.value, (event.nativeEvent as InputEvent).isComposing)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        addAll();
      }}
      onPaste={paste}
      onBlur={addAll}
    />,
  );
}

/** The end of editing a tag: its new text, or null if it stays. */
interface Edited {
  text: string | null;
  /** The tag gets the focus. */
  takesFocus: boolean;
}

function TagEditor(props: {
  value: string;
  label: string;
  onDone: (done: Edited) => void;
  /** It was removed while its text was another one. */
  onGone: (text: string) => void;
}) {
  const [text, showText] = useState(props.value);
  /** null as soon as it is done. */
  const typed = useRef<string | null>(props.value);
  const end = (isKept: boolean, takesFocus: boolean) => {
    const left = typed.current;
    if (left === null) return;
    typed.current = null;
    props.onDone({ text: isKept ? left : null, takesFocus });
  };
  useTypedText((isGone) => {
    const left = typed.current;
    if (left === null || left === props.value) return;
    if (isGone) props.onGone(left);
    else end(true, true);
  });
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Enter', true);
  };
  return (
    <Input
      size="small"
      dir="auto"
      // The user has just chosen to change this entry.
      ref={(input) => input?.focus()}
      aria-label={props.label}
      value={text}
      onChange={(_, data) => {
        typed.current = data.value;
        showText(data.value);
      }}
      onKeyDown={handleKey}
      // If the window itself has lost the focus, it is back at the tag when the user is.
      onBlur={() => end(true, !document.hasFocus())}
    />
  );
}

function tagId(field: string, index: number): string {
  return fieldId(`${field}[${index}]`);
}
