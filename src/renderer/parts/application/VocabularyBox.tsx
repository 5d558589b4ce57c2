import { Combobox, makeStyles, Option, Text, tokens } from '@fluentui/react-components';
import { type ClipboardEvent, useRef, useState } from 'react';
import type { VocabularyName } from '../../../shared/directory/vocabulary.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { codeTyped, searchVocabulary } from '../../../shared/i18n/vocabularyNames.ts';
import { useTabChoice } from '../form/useTabChoice.ts';
import { useTypedText } from '../form/useTypedText.ts';

const shownAtOnce = 60;

const useStyles = makeStyles({
  root: { minWidth: 0, width: '100%', maxWidth: '32rem' },
  list: { maxHeight: 'min(320px, 40vh)' },
  option: { display: 'flex', columnGap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  code: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
});

/** A box to choose a value of a vocabulary by code or name; other text is accepted as typed when the box is left. */
export function VocabularyBox(props: {
  id: string;
  list: VocabularyName;
  /** The text of the box while nothing is typed. */
  text: string;
  codes: readonly string[];
  /** Its name if it is not in a labelled field. */
  label?: string;
  isInvalid?: boolean;
  className?: string;
  onPick: (code: string) => void;
  /** Called with typed text when the box is left, and with pasted text at once. */
  onText: (text: string) => void;
}) {
  const styles = useStyles();
  const [query, showQuery] = useState<string | null>(null);
  /** null as soon as it is stored, since that may be asked for several times before it is rendered. */
  const typed = useRef<string | null>(null);
  const setQuery = (value: string | null) => {
    typed.current = value;
    showQuery(value);
  };
  const choice = useTabChoice(query !== null);
  const { isOpen, setOpen } = choice;
  const found = isOpen ? searchVocabulary(props.list, query ?? '') : [];
  const leave = () => {
    const text = typed.current;
    setQuery(null);
    setOpen(false);
    if (text !== null && text.trim() !== props.text) props.onText(text);
  };
  useTypedText(() => {
    if (typed.current !== null) leave();
  });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    const isWhole = query === null || query === '';
    if (!isWhole || !pasted.split(/[,;\n]/).some((part) => codeTyped(props.list, part) !== part)) return;
    event.preventDefault();
    setQuery(null);
    props.onText(pasted);
  };
  return (
    <Combobox
      id={props.id}
      className={`${styles.root} ${props.className ?? ''}`}
      freeform
      aria-label={props.label}
      aria-invalid={props.isInvalid || undefined}
      input={{ onPaste: paste }}
      listbox={{ className: styles.list }}
      expandIcon={{ 'aria-label': t('application.showChoices'), tabIndex: -1 }}
      placeholder={t('application.vocabulary.placeholder')}
      value={query ?? props.text}
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      selectedOptions={[...props.codes]}
      onChange={(event) => {
        setQuery(event.target.value);
        // Leaving an emptied box must not choose the first option.
        setOpen(event.target.value !== '');
      }}
      onKeyDown={choice.onKeyDown}
      onOptionSelect={(event, data) => {
        // Without a value, only the typed text no longer matches the chosen option.
        if (!data.optionValue || !choice.isMeant(event)) return;
        setQuery(null);
        props.onPick(data.optionValue);
      }}
      onBlur={leave}
    >
      {found.slice(0, shownAtOnce).map(({ code, name }) => (
        <Option key={code} value={code} text={name}>
          <span className={styles.option}>
            <span>{name}</span>
            <Text size={200} className={styles.code}>
              {code}
            </Text>
          </span>
        </Option>
      ))}
      {found.length > shownAtOnce && (
        <Option disabled value="" text={t('application.vocabulary.more')}>
          {t('application.vocabulary.more')}
        </Option>
      )}
      {isOpen && found.length === 0 && (
        <Option disabled value="" text={t('application.vocabulary.none')}>
          {t('application.vocabulary.none')}
        </Option>
      )}
    </Combobox>
  );
}
