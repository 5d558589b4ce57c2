import { Button, Link, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, LockClosedRegular, OpenRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { readArticle } from '../../../shared/article/article.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import { contentTypes } from '../../../shared/article/contentTypes.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { parseDoi, parseWebAddress, serviceDoi } from '../../../shared/text/identifiers.ts';
import { isAddressAccepted } from '../../../shared/text/webAddress.ts';
import {
  entriesAt,
  fullTextPlace,
  insertAt,
  listPaths,
  readText,
  removeEntry,
  setDoi,
  setText,
} from '../../parts/article/articleEdits.ts';
import { doiField } from '../../parts/article/articleFields.ts';
import { FieldRow } from '../../parts/form/FieldRow.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { LockableInput } from '../../parts/form/LockableInput.tsx';
import { fieldId, placeKey } from '../../parts/form/place.ts';
import { FieldNotes, RecordField } from '../../parts/form/RecordField.tsx';
import { TextButton } from '../../parts/TextButton.tsx';
import { useDraftPart } from './articleContext.ts';
import { UnlockDialog } from './UnlockDialog.tsx';

const useStyles = makeStyles({
  link: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 104px 32px',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalS,
  },
  type: { '& select': { minWidth: 0 } },
  remove: { marginTop: '26px', minWidth: '32px' },
  lock: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXS,
  },
  add: { justifySelf: 'start' },
});

/** DOI and full-text links; once the article was sent they are locked until the user unlocks them. */
export function LinksSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session } = useForm();
  const [isUnlocked, setUnlocked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const count = useRecordPart((record) => entriesAt(record, listPaths.links).length);
  const first = useRecordPart(fullTextPlace);
  const lock = useLock(isUnlocked);
  const lockOf = (field: string) => <LockWords field={field} onUnlock={() => setAsking(true)} />;
  const add = () => {
    flushSync(() =>
      session.edit((before) => insertAt(before, listPaths.links, count, [{ type: 'fulltext', url: '' }])),
    );
    document.getElementById(fieldId(`bibjson.link[${count}].url`))?.focus();
  };
  return (
    <>
      <DoiField lock={lock.doi ? lockOf(t('field.doi')) : null} />
      <FieldNotes field={listPaths.links} />
      {Array.from({ length: count }, (_, index) => (
        <LinkRow
          key={placeKey(index)}
          index={index}
          lock={lock.url && index === first ? lockOf(t('field.link')) : null}
        />
      ))}
      {lock.isChanged && <ChangedWords />}
      <Button
        id={fieldId(listPaths.links)}
        className={styles.add}
        size="small"
        icon={<AddRegular />}
        onClick={add}
      >
        {t('article.links.add')}
      </Button>
      {isAsking && (
        <UnlockDialog
          onClose={(isMeant) => {
            setAsking(false);
            if (isMeant) setUnlocked(true);
          }}
        />
      )}
    </>
  );
}

function DoiField(props: { lock: ReactNode }) {
  const { t } = useTranslation();
  const { session } = useForm();
  const text = useRecordPart((record) => readArticle(record).doi);
  const bare = serviceDoi(text.trim());
  const leave = () => {
    const doi = text === '' ? null : parseDoi(text);
    if (doi && doi !== text && !props.lock) session.edit((before) => setDoi(before, doi));
  };
  return (
    <RecordField field={doiField} label={t('field.doi')} hint={props.lock}>
      <LockableInput
        id={fieldId(doiField)}
        value={text}
        isLocked={props.lock !== null}
        contentBefore={props.lock ? <LockClosedRegular /> : undefined}
        contentAfter={
          bare ? <OpenLink href={`https://doi.org/${bare}`} label={t('article.links.openDoi')} /> : undefined
        }
        onChange={(_, data) => session.edit((before) => setDoi(before, data.value))}
        onBlur={leave}
      />
    </RecordField>
  );
}

function LinkRow(props: { index: number; lock: ReactNode }) {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
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

/** Opens an address in the browser. */
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

function LockWords(props: { field: string; onUnlock: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <span className={styles.lock}>
      {t('article.lock.fixed')}{' '}
      <TextButton aria-label={t('article.lock.changeOf', { field: props.field })} onClick={props.onUnlock}>
        {t('article.lock.change')}
      </TextButton>
    </span>
  );
}

/** Shown while the DOI or the address differ from those that were sent. */
function ChangedWords() {
  const { t } = useTranslation();
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
function useLock(isUnlocked: boolean) {
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
