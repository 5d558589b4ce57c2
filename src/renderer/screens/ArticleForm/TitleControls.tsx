import { makeStyles, mergeClasses, Textarea } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { readText } from '../../../shared/draft/recordEdits.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { setText } from '../../parts/article/articleEdits.ts';
import { smallSecondary, visuallyHidden } from '../../parts/commonStyles.ts';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { formatNumber } from '../../state/format.ts';

const announcedAfterMs = 1_200;
/** The limit of the directory's own form; its API has none. */
const abstractLimit = 30_000;

const useStyles = makeStyles({
  root: { maxHeight: 'none' },
  text: { fieldSizing: 'content', maxHeight: '40vh' },
  title: { minHeight: '30px', paddingBlock: '5px' },
  abstract: { minHeight: '96px' },
  count: { ...smallSecondary, fontVariantNumeric: 'tabular-nums' },
  hidden: visuallyHidden,
});

export function TitleControl({ path }: { path: string }) {
  return <LongText path={path} label={t('field.title')} className={useStyles().title} isOneLine />;
}

export function AbstractControl({ path }: { path: string }) {
  return (
    <>
      <LongText path={path} label={t('field.abstract')} className={useStyles().abstract} />
      <Count path={path} />
    </>
  );
}

function LongText(props: { path: string; label: string; className: string; isOneLine?: boolean }) {
  const styles = useStyles();
  const { session } = useForm();
  const { path } = props;
  const text = useRecordPart((record) => readText(record, path));
  // A pasted title often contains line breaks.
  const clean = (text: string) => (props.isOneLine ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text);
  return (
    <RecordField field={path} label={props.label}>
      <Textarea
        id={fieldId(path)}
        dir="auto"
        className={styles.root}
        textarea={{ className: mergeClasses(styles.text, props.className) }}
        rows={1}
        value={text}
        onChange={({ target }, { value }) => {
          const place = clean(value.slice(0, target.selectionEnd)).length;
          session.edit((before) => setText(before, path, clean(value)));
          // React then puts the stored text into the box, which moves the caret to its end.
          if (clean(value) !== value) queueMicrotask(() => target.setSelectionRange(place, place));
        }}
      />
    </RecordField>
  );
}

/** The length of the abstract, shown at once and announced when the typing stops. */
function Count({ path }: { path: string }) {
  const styles = useStyles();
  const length = useRecordPart((record) => [...readText(record, path)].length);
  const key = length > abstractLimit ? 'article.abstract.long' : 'article.abstract.count';
  const text = t(key, { count: length, n: formatNumber(length), limit: formatNumber(abstractLimit) });
  const [announced, setAnnounced] = useState('');
  const first = useRef(text);
  useEffect(() => {
    if (text === first.current) return;
    first.current = '';
    const timer = setTimeout(() => setAnnounced(text), announcedAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={styles.count}>
      <span aria-hidden>{text}</span>
      <span role="status" className={styles.hidden}>
        {announced}
      </span>
    </div>
  );
}
