import { makeStyles, mergeClasses, Textarea, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readText, setText } from '../../parts/article/articleEdits.ts';
import { fieldId } from '../../parts/form/place.ts';
import { visuallyHidden } from '../../parts/visuallyHidden.ts';
import { formatNumber } from '../../state/format.ts';
import { ArticleField } from './ArticleField.tsx';
import { useForm } from './formContext.ts';

const spokenAfterMs = 1_200;
/** The directory's own form takes no more; its interface for programs has no limit. */
const abstractLimit = 30_000;

const useStyles = makeStyles({
  root: { maxHeight: 'none' },
  text: { fieldSizing: 'content', maxHeight: '40vh' },
  title: { minHeight: '30px', paddingBlock: '5px' },
  abstract: { minHeight: '96px' },
  count: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  hidden: visuallyHidden,
});

/** Title and abstract. */
export function TitleSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { record } = useForm();
  return (
    <>
      <LongText path="bibjson.title" label={t('field.title')} className={styles.title} isOneLine />
      <LongText path="bibjson.abstract" label={t('field.abstract')} className={styles.abstract} />
      <Count text={readText(record, 'bibjson.abstract')} />
    </>
  );
}

function LongText(props: { path: string; label: string; className: string; isOneLine?: boolean }) {
  const styles = useStyles();
  const { record, edit } = useForm();
  const { path } = props;
  // A pasted title often brings line breaks along; a title is one line.
  const clean = (text: string) => (props.isOneLine ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text);
  return (
    <ArticleField field={path} label={props.label}>
      <Textarea
        id={fieldId(path)}
        className={styles.root}
        textarea={{ className: mergeClasses(styles.text, props.className) }}
        rows={1}
        value={readText(record, path)}
        onChange={(_, data) => edit((before) => setText(before, path, clean(data.value)))}
      />
    </ArticleField>
  );
}

/** The length, seen at once and spoken when the typing stops. */
function Count({ text }: { text: string }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const length = [...text].length;
  const key = length > abstractLimit ? 'article.abstract.long' : 'article.abstract.count';
  const words = t(key, { count: length, n: formatNumber(length), limit: formatNumber(abstractLimit) });
  const [spoken, setSpoken] = useState('');
  const first = useRef(words);
  useEffect(() => {
    if (words === first.current) return;
    first.current = '';
    const timer = setTimeout(() => setSpoken(words), spokenAfterMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className={styles.count}>
      <span aria-hidden>{words}</span>
      <span role="status" className={styles.hidden}>
        {spoken}
      </span>
    </div>
  );
}
