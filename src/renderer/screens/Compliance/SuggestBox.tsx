import { Combobox, Field, Option } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';

/** One choice of a box: what it stands for, its words, and what tells it from namesakes. */
export interface Choice {
  id: string;
  title: string;
  detail: string;
}

const typingPause = 300;

/**
 * A box to choose from `choices`, or from what `suggest` finds for the typed text after a pause; `read` may take the text
 * itself as a choice when the box is left or Enter is pressed.
 */
export function SuggestBox(props: {
  label: string;
  hint?: string;
  /** The chosen one; null: nothing is. */
  value: Choice | null;
  choices: readonly Choice[];
  suggest?: (text: string) => Promise<readonly Choice[]>;
  read?: (text: string) => Choice | null;
  onChange: (choice: Choice | null) => void;
  error?: string;
}) {
  const id = useId();
  const { value, suggest } = props;
  const [text, setText] = useState<string | null>(null);
  const [found, setFound] = useState<readonly Choice[]>([]);
  const asked = useRef(0);
  useEffect(() => {
    const turn = ++asked.current;
    if (!suggest || text === null || text.trim().length < 3) {
      setFound([]);
      return;
    }
    const timer = setTimeout(() => {
      suggest(text).then(
        (choices) => turn === asked.current && setFound(choices),
        () => turn === asked.current && setFound([]),
      );
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text, suggest]);

  const shown = text === null ? props.choices : merge(matching(props.choices, text), found);
  const choose = (choice: Choice | null) => {
    setText(null);
    props.onChange(choice);
  };
  const leave = () => {
    if (text === null) return;
    if (text.trim() === '') choose(null);
    else choose(exact(shown, text) ?? props.read?.(text) ?? (shown.length === 1 ? shown[0]! : value));
  };
  return (
    <Field
      label={props.label}
      {...(props.hint ? { hint: props.hint } : {})}
      validationState={props.error ? 'error' : 'none'}
      validationMessage={props.error ?? null}
    >
      <Combobox
        id={id}
        freeform
        value={text ?? value?.title ?? ''}
        selectedOptions={value ? [value.id] : []}
        onChange={(event) => setText(event.target.value)}
        onOptionSelect={(_, data) => {
          const choice = shown.find((one) => one.id === data.optionValue);
          if (choice) choose(choice);
          else if (data.optionText !== undefined) setText(data.optionText);
        }}
        onKeyDown={(event) => {
          if (
            event.key === 'Enter' &&
            text !== null &&
            event.currentTarget.getAttribute('aria-activedescendant') === null
          )
            leave();
        }}
        onBlur={leave}
      >
        {shown.map((choice) => (
          <Option key={choice.id} value={choice.id} text={choice.title}>
            {choice.detail === '' ? choice.title : `${choice.title} · ${choice.detail}`}
          </Option>
        ))}
      </Combobox>
    </Field>
  );
}

/** Every word of the text occurs in title, detail or id. */
function matching(choices: readonly Choice[], text: string): Choice[] {
  const wanted = fold(text).split(/\s+/);
  return choices.filter(({ id, title, detail }) => {
    const all = fold(`${title} ${detail} ${id}`);
    return wanted.every((word) => all.includes(word));
  });
}

function merge(own: readonly Choice[], found: readonly Choice[]): Choice[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...found.filter(({ id }) => !ids.has(id))];
}

function exact(choices: readonly Choice[], text: string): Choice | undefined {
  const wanted = fold(text.trim());
  return choices.find(({ id, title }) => fold(id) === wanted || fold(title) === wanted);
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
