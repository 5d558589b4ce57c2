import { Button, Link, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, LockClosedRegular, OpenRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { readArticle } from '../../../shared/article/article.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import { contentTypes } from '../../../shared/article/contentTypes.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { listAt, readText, splice } from '../../../shared/draft/recordEdits.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { doiAddress, parseDoi, parseWebAddress, serviceDoi } from '../../../shared/text/identifiers.ts';
import { isAddressAccepted } from '../../../shared/text/webAddress.ts';
import { fullTextPlace, listPaths, removeEntry, setDoi, setText } from '../../parts/article/articleEdits.ts';
import { doiField } from '../../parts/article/articlePlaces.ts';
import { inlineRow } from '../../parts/commonStyles.ts';
import { FieldRow } from '../../parts/form/FieldRow.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { LockableInput } from '../../parts/form/LockableInput.tsx';
import { fieldId, placeKey } from '../../parts/form/place.ts';
import { FieldNotes, RecordField } from '../../parts/form/RecordField.tsx';
import { useFirstRows } from '../../parts/form/useFirstRows.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { useArticle, useDraftPart } from './articleContext.ts';

const useStyles = makeStyles({
  link: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 120px 32px',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalS,
  },
  type: { '& select': { minWidth: 0 } },
  remove: { marginTop: '26px', minWidth: '32px' },
  lock: { ...inlineRow, flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXS },
  add: { justifySelf: 'start' },
});

/** More rows are rendered on demand only. */
const rowsAtFirst = 60;

/** Full-text links; once the article was sent, the first one is locked until the user unlocks it. */
export function LinksControl({ path }: { path: string }) {
  const styles = useStyles();
  const { session } = useForm();
  const count = useRecordPart((record) => listAt(record, path).length);
  const first = useRecordPart(fullTextPlace);
  const lock = useLock();
  const rows = useFirstRows({ total: count, atFirst: rowsAtFirst });
  const add = () => {
    flushSync(() => {
      rows.showAll();
      session.edit((before) => splice(before, path, count, 0, [{ type: 'fulltext', url: '' }]));
    });
    document.getElementById(fieldId(`${path}[${count}].url`))?.focus();
  };
  return (
    <>
      <FieldNotes field={path} />
      {Array.from({ length: rows.count }, (_, index) => (
        <LinkRow
          key={placeKey(index)}
          index={index}
          lock={
            lock.url && index === first ? (
              <LockText id={fieldId(`${path}[${index}].url`)} field={t('field.link')} />
            ) : null
          }
        />
      ))}
      {lock.isChanged && <ChangedText />}
      <Button id={fieldId(path)} className={styles.add} size="small" icon={<AddRegular />} onClick={add}>
        {t('article.links.add')}
      </Button>
      {rows.button}
    </>
  );
}

/** The DOI; once the article was sent, it is locked until the user unlocks it. */
export function DoiControl() {
  const { session } = useForm();
  const isLocked = useLock().doi;
  const text = useRecordPart((record) => readArticle(record).doi);
  const bare = serviceDoi(text.trim());
  const leave = () => {
    const doi = text === '' ? null : parseDoi(text);
    if (doi && doi !== text && !isLocked) session.edit((before) => setDoi(before, doi));
  };
  return (
    <RecordField
      field={doiField}
      label={t('field.doi')}
      hint={isLocked && <LockText id={fieldId(doiField)} field={t('field.doi')} />}
    >
      <LockableInput
        id={fieldId(doiField)}
        value={text}
        isLocked={isLocked}
        contentBefore={isLocked ? <LockClosedRegular /> : undefined}
        contentAfter={
          bare ? <OpenLink href={doiAddress(bare)} label={t('article.links.openDoi')} /> : undefined
        }
        onChange={(_, data) => session.edit((before) => setDoi(before, data.value))}
        onBlur={leave}
      />
    </RecordField>
  );
}

function LinkRow(props: { index: number; lock: ReactNode }) {
  const styles = useStyles();
  const { session } = useForm();
  const path = `${listPaths.links}[${props.index}]`;
  const place = props.index + 1;
  const url = useRecordPart((record) => readText(record, `${path}.url`));
  const leave = () => {
    const address = url === '' || isAddressAccepted(url) ? url.trim() : parseWebAddress(url);
    if (address !== null && address !== url && !props.lock)
      session.edit((before) => setText(before, `${path}.url`, address));
  };
  const remove = () => {
    const { change, undo } = removeEntry(listPaths.links, props.index, t('article.links.removed', { place }));
    flushSync(() => session.edit(change, undo));
    document.getElementById(fieldId(listPaths.links))?.focus();
  };
  return (
    <FieldRow fields={[`${path}.url`, `${path}.content_type`]} className={styles.link}>
      <RecordField hasNotesBelow field={`${path}.url`} label={fieldText(`${path}.url`)} hint={props.lock}>
        <LockableInput
          id={fieldId(`${path}.url`)}
          inputMode="url"
          value={url}
          isLocked={props.lock !== null}
          contentBefore={props.lock ? <LockClosedRegular /> : undefined}
          contentAfter={
            isAddressAccepted(url) ? (
              <OpenLink href={url} label={t('article.links.open', { place })} />
            ) : undefined
          }
          onChange={(_, data) => session.edit((before) => setText(before, `${path}.url`, data.value))}
          onBlur={leave}
        />
      </RecordField>
      <ContentType path={`${path}.content_type`} />
      {!props.lock && (
        <Button
          className={styles.remove}
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label={t('article.links.remove', { place })}
          title={t('article.links.remove', { place })}
          onClick={remove}
        />
      )}
    </FieldRow>
  );
}

function ContentType({ path }: { path: string }) {
  const styles = useStyles();
  const { session } = useForm();
  const text = useRecordPart((record) => readText(record, path));
  const known: readonly string[] = contentTypes;
  const shown = known.find((type) => type.toLowerCase() === text.trim().toLowerCase()) ?? text;
  return (
    <RecordField field={path} label={t('field.contentType')} hasNotesBelow>
      <Select
        id={fieldId(path)}
        className={styles.type}
        value={shown}
        onChange={(_, data) => session.edit((before) => setText(before, path, data.value))}
      >
        <option value="">{t('common.notGiven')}</option>
        {!known.includes(shown) && shown !== '' && <option value={shown}>{shown}</option>}
        {known.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </Select>
    </RecordField>
  );
}

export function OpenLink(props: { href: string; label: string }) {
  const style = useOpenStyles();
  return (
    <Link
      href={props.href}
      target="_blank"
      rel="noreferrer"
      aria-label={props.label}
      title={props.label}
      className={style.open}
    >
      <OpenRegular fontSize={16} />
    </Link>
  );
}

const useOpenStyles = makeStyles({
  open: { display: 'grid', placeItems: 'center', width: '24px', height: '24px' },
});

function LockText({ id, field }: { id: string; field: string }) {
  const styles = useStyles();
  const { unlock } = useArticle();
  return (
    <span className={styles.lock}>
      {t('article.lock.fixed')}{' '}
      <TextButton aria-label={t('article.lock.changeOf', { field })} onClick={() => unlock(id)}>
        {t('article.lock.change')}
      </TextButton>
    </span>
  );
}

/** Shown while the DOI or the address differ from those that were sent. */
function ChangedText() {
  const { account } = useForm();
  const sentKeys = useDraftPart((draft) => draft.sentKeys);
  const rule = dialects[account.dialect].duplicates;
  const key = rule === 'either-key' ? 'eitherKey' : 'bothKeys';
  const { doi, url } = sentKeys ?? { doi: '', url: '' };
  return (
    <Text size={200}>
      {t('article.lock.changed', { keys: [doi, url.replace(/^\/\//, '')].filter(Boolean).join(', ') })}{' '}
      {t(`article.lock.${key}.effect`)}
    </Text>
  );
}

/** Returns which identifiers are locked: those that are still as they were sent, until the user unlocks them. */
function useLock() {
  const { isUnlocked } = useArticle();
  const sent = useDraftPart((draft) => draft.sentKeys);
  const doi = useRecordPart((record) => articleKeys(record).doi ?? '');
  const url = useRecordPart((record) => articleKeys(record).url ?? '');
  if (!sent) return { doi: false, url: false, isChanged: false };
  const isSameDoi = doi === sent.doi;
  const isSameUrl = url === sent.url;
  return {
    doi: isSameDoi && !isUnlocked,
    url: isSameUrl && !isUnlocked,
    isChanged: !isSameDoi || !isSameUrl,
  };
}
