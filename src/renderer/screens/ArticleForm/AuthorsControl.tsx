import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PastedAuthor } from '../../../shared/article/pastedAuthors.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { readText, splice } from '../../../shared/draft/recordEdits.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { asList } from '../../../shared/json.ts';
import { listPaths, moveEntry, removeEntry, splitEntry } from '../../parts/article/articleEdits.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { useForm, useValue } from '../../parts/form/formContext.ts';
import { fieldId, placeKey } from '../../parts/form/place.ts';
import { FieldNotes } from '../../parts/form/RecordField.tsx';
import { useFirstRows } from '../../parts/form/useFirstRows.tsx';
import { announce } from '../../state/announce.ts';
import { type AuthorPart, AuthorRow } from './AuthorRow.tsx';

const path = listPaths.authors;
/** More rows are rendered on demand only: each has three fields. */
const rowsAtFirst = 60;

/** Authors, one row each: Enter adds one below, Alt with Up or Down moves one, a pasted list is split. */
export function AuthorsControl() {
  const styles = useCommonStyles();
  const [dragged, setDragged] = useState<number | null>(null);
  const authors = asList(useValue(path));
  const rows = useFirstRows({
    total: authors.length,
    atFirst: rowsAtFirst,
    textKey: 'article.authors.showAll',
  });
  const actions = useAuthorActions(rows.showAll);
  const { move } = actions;
  const drop = useCallback(
    (to: number) => {
      if (dragged !== null) move(dragged, to);
      setDragged(null);
    },
    [dragged, move],
  );
  return (
    <>
      <FieldNotes field={path} />
      <ol className={styles.listOfRows} aria-label={t('article.section.authors')}>
        {authors.slice(0, rows.count).map((author, index) => (
          <AuthorRow
            key={placeKey(index)}
            author={author}
            index={index}
            total={authors.length}
            isDragged={dragged === index}
            onDrag={setDragged}
            onDrop={drop}
            {...actions}
          />
        ))}
      </ol>
      <div className={styles.buttonRow}>
        <Button
          id={fieldId(path)}
          size="small"
          icon={<AddRegular />}
          onClick={() => actions.add(authors.length)}
        >
          {t('article.authors.add')}
        </Button>
        {rows.button}
      </div>
    </>
  );
}

/** The actions of a row; each keeps the focus on its author, which may be in a row that was not shown. */
function useAuthorActions(showAll: () => void) {
  const { edit } = useForm().session;
  const editUpTo = useCallback(
    (last: number, ...edited: Parameters<typeof edit>) =>
      flushSync(() => {
        if (last >= rowsAtFirst) showAll();
        edit(...edited);
      }),
    [edit, showAll],
  );

  const add = useCallback(
    (at: number) => {
      editUpTo(at, (record) => splice(record, path, at, 0, [{ name: '' }]));
      focusAuthor(at, 'name');
    },
    [editUpTo],
  );
  const move = useCallback(
    (from: number, to: number, part: AuthorPart | null = null) => {
      let name = '';
      let isMoved = false;
      editUpTo(to, (record) => {
        const next = moveEntry(record, path, from, to);
        isMoved = next !== record;
        name = readText(next, `${path}[${to}].name`);
        return next;
      });
      if (!isMoved) return;
      if (part) focusAuthor(to, part);
      announce(t('article.authors.moved', { name, place: to + 1 }));
    },
    [editUpTo],
  );
  const remove = useCallback(
    (at: number, name: string) => {
      const words = name === '' ? t('article.authors.removedRow') : t('article.authors.removed', { name });
      const { change, undo } = removeEntry(path, at, words);
      flushSync(() => edit(change, undo));
      const next = document.getElementById(fieldId(`${path}[${at}].name`));
      (next ?? document.getElementById(fieldId(path)))?.focus();
    },
    [edit],
  );
  const split = useCallback(
    (at: number, entries: PastedAuthor[], whole: DraftRecord) => {
      const words = t('article.authors.split', { count: entries.length });
      const { change, undo } = splitEntry(path, at, entries, whole, words);
      const last = at + entries.length - 1;
      editUpTo(last, change, undo);
      focusAuthor(last, 'name');
    },
    [editUpTo],
  );
  return { add, move, remove, split };
}

function focusAuthor(at: number, part: AuthorPart): void {
  document.getElementById(fieldId(`${path}[${at}].${part}`))?.focus();
}
