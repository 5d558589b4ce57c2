import { Button, Input, Label, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { type ClipboardEvent, type KeyboardEvent, memo, type ReactElement, useId, useState } from 'react';
import { type PastedAuthor, readPastedAuthors } from '../../../shared/article/pastedAuthors.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { readText } from '../../../shared/draft/recordEdits.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { isObject } from '../../../shared/json.ts';
import { isOrcidAccepted, parseOrcid } from '../../../shared/text/identifiers.ts';
import { listPaths, setText } from '../../parts/article/articleEdits.ts';
import { useForm, useNotes } from '../../parts/form/formContext.ts';
import { Notes } from '../../parts/form/Notes.tsx';
import { fieldId } from '../../parts/form/place.ts';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { OpenLink } from './LinkControls.tsx';

type AuthorMember = 'name' | 'affiliation' | 'orcid_id';
/** What can have the focus in a row. */
export type AuthorPart = AuthorMember | 'up' | 'down';
const orcidRoot = 'https://orcid.org/';
/** What is dragged to move an author; other fields do not take it. */
const authorType = 'application/x-colophon-author';

/** A container in which the three fields of an author fit side by side. */
const wide = '@container (min-width: 880px)';
/** Shows a whole ORCID beside its link. */
const orcidWidth = '232px';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    // The name gets the whole width, so that a long one can be read beside the list of drafts too.
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gridTemplateAreas: '"place name" ". affiliation" ". orcid" ". buttons" "notes notes"',
    alignItems: 'end',
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXS,
    '@container (min-width: 360px)': {
      gridTemplateColumns: '24px minmax(0, 1fr) auto',
      gridTemplateAreas:
        '"place name name" ". affiliation affiliation" ". orcid buttons" "notes notes notes"',
    },
    '@container (min-width: 480px)': {
      gridTemplateColumns: `24px minmax(0, 1fr) ${orcidWidth} auto`,
      gridTemplateAreas: '"place name name name" ". affiliation orcid buttons" "notes notes notes notes"',
    },
    [wide]: {
      gridTemplateColumns: `24px minmax(0, 1fr) minmax(0, 1fr) ${orcidWidth} auto`,
      gridTemplateAreas: '"place name affiliation orcid buttons" "notes notes notes notes notes"',
    },
  },
  dragged: { opacity: 0.5 },
  target: { boxShadow: `0 -2px 0 0 ${tokens.colorCompoundBrandStroke}` },
  place: {
    gridArea: 'place',
    alignSelf: 'end',
    display: 'grid',
    placeItems: 'center',
    height: '32px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    fontSize: tokens.fontSizeBase200,
    cursor: 'grab',
  },
  name: { gridArea: 'name' },
  affiliation: { gridArea: 'affiliation' },
  orcid_id: { gridArea: 'orcid' },
  cell: { display: 'grid', minWidth: 0 },
  buttons: { gridArea: 'buttons', display: 'flex', alignItems: 'center', height: '32px', justifySelf: 'end' },
  button: { minWidth: '28px', maxWidth: '28px', minHeight: '24px', padding: 0 },
  notes: { gridArea: 'notes', paddingLeft: '32px' },
});

interface Props {
  author: DraftRecord[string];
  index: number;
  total: number;
  isDragged: boolean;
  onDrag(index: number | null): void;
  onDrop(index: number): void;
  add(at: number): void;
  move(from: number, to: number, part: AuthorPart | null): void;
  remove(at: number, name: string): void;
  split(at: number, authors: PastedAuthor[], whole: DraftRecord): void;
}

/** One author; renders only when this author changes, so that typing stays fast in a list of hundreds. */
export const AuthorRow = memo(function AuthorRow(props: Props) {
  useLanguage();
  const styles = useStyles();
  const [isTarget, setTarget] = useState(false);
  const { index, isDragged } = props;
  const { validation } = useForm();
  const path = `${listPaths.authors}[${index}]`;
  const nameNotes = useNotes(`${path}.name`);
  const affiliationNotes = useNotes(`${path}.affiliation`);
  const orcidNotes = useNotes(`${path}.orcid_id`);
  const all = [...nameNotes, ...affiliationNotes, ...orcidNotes];
  const notesId = useId();
  return (
    <li
      className={mergeClasses(styles.row, isDragged && styles.dragged, isTarget && styles.target)}
      onDragStart={(event) => {
        // A selected text is dragged as text.
        if (!(event.target instanceof HTMLElement && event.target.draggable)) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData(authorType, String(index));
        props.onDrag(index);
      }}
      onDragEnd={() => props.onDrag(null)}
      onDragOver={(event) => {
        // Text that is dragged can be dropped into a field.
        if (!event.dataTransfer.types.includes(authorType)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes(authorType)) return;
        event.preventDefault();
        setTarget(false);
        props.onDrop(index);
      }}
    >
      <span className={styles.place} draggable title={t('article.authors.drag')}>
        {index + 1}
      </span>
      <Cell {...props} member="name" notesId={notesId} />
      <Cell {...props} member="affiliation" notesId={notesId} />
      <Cell {...props} member="orcid_id" notesId={notesId} />
      <RowButtons {...props} />
      {all.length > 0 && (
        <div className={styles.notes} id={notesId}>
          <Notes notes={all} onFix={validation?.applyFix} />
        </div>
      )}
    </li>
  );
});

function Cell(props: Props & { member: AuthorMember; notesId: string }) {
  const styles = useStyles();
  const { edit } = useForm().session;
  const { index, member, author } = props;
  const path = `${listPaths.authors}[${index}].${member}`;
  const id = fieldId(path);
  const stored = readText({ author: author as DraftRecord }, `author.${member}`);
  const notes = useNotes(path);
  const isError = notes.some((note) => note.severity === 'error');
  const isOrcid = member === 'orcid_id' && isOrcidAccepted(stored);
  const label = t(`field.${member === 'orcid_id' ? 'orcid' : member}`);
  const leave = () => {
    const orcid = member === 'orcid_id' ? parseOrcid(stored) : stored.replace(/\s+/g, ' ').trim();
    if (orcid !== null && orcid !== stored) edit((record) => setText(record, path, orcid));
  };
  return (
    <div className={mergeClasses(styles.cell, styles[member])} data-field={path}>
      {index === 0 && (
        <Label htmlFor={id} size="small">
          {label}
        </Label>
      )}
      <Input
        id={id}
        dir="auto"
        // Shown without the part that all ORCIDs share; stored in full.
        value={isOrcid ? stored.slice(orcidRoot.length) : stored}
        placeholder={index === 0 ? undefined : label}
        aria-label={t('article.authors.of', { label, place: index + 1 })}
        aria-invalid={isError || undefined}
        aria-describedby={notes.length > 0 ? props.notesId : undefined}
        contentAfter={isOrcid ? <OpenLink href={stored} label={t('article.authors.openOrcid')} /> : undefined}
        onChange={(_, data) => edit((record) => setText(record, path, data.value))}
        onBlur={leave}
        onKeyDown={(event) => handleKey(event, props)}
        onPaste={member === 'name' ? (event) => handlePaste(event, props) : undefined}
      />
    </div>
  );
}

function RowButtons(props: Props) {
  const styles = useStyles();
  const { index, total } = props;
  const name = readText({ author: props.author as DraftRecord }, 'author.name');
  const button = (icon: ReactElement, key: 'up' | 'down' | 'remove', isOff: boolean, onClick: () => void) => {
    const label = t(`article.authors.${key}`, {
      name: name || t('article.authors.row', { place: index + 1 }),
    });
    return (
      <Button
        id={fieldId(`${listPaths.authors}[${index}].${key}`)}
        className={styles.button}
        appearance="subtle"
        size="small"
        icon={icon}
        aria-label={label}
        title={label}
        disabledFocusable={isOff}
        onClick={onClick}
      />
    );
  };
  return (
    <div className={styles.buttons}>
      {button(<ArrowUpRegular />, 'up', index === 0, () => props.move(index, index - 1, 'up'))}
      {button(<ArrowDownRegular />, 'down', index === total - 1, () => props.move(index, index + 1, 'down'))}
      {button(<DeleteRegular />, 'remove', false, () => props.remove(index, name))}
    </div>
  );
}

function handleKey(event: KeyboardEvent<HTMLInputElement>, props: Props & { member: AuthorMember }): void {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    props.add(props.index + 1);
  } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    event.preventDefault();
    props.move(props.index, props.index + (event.key === 'ArrowUp' ? -1 : 1), props.member);
  }
}

/** A pasted list becomes rows if it replaces the whole name; within a longer name it is text. */
function handlePaste(event: ClipboardEvent<HTMLInputElement>, props: Props): void {
  const input = event.currentTarget;
  const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const text = event.clipboardData.getData('text/plain');
  const authors = isWhole ? readPastedAuthors(text) : [];
  const hasDetails = authors.some(({ affiliation, orcid_id }) => affiliation ?? orcid_id);
  if (authors.length < 2 && !hasDetails) return;
  event.preventDefault();
  const name = text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, '; ')
    .replace(/\t/g, ', ');
  const earlier = isObject(props.author) ? props.author : {};
  props.split(props.index, authors, { ...earlier, name });
}
