import { Text } from '@fluentui/react-components';
import { cloneElement, type ReactElement } from 'react';
import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import { isJoinedKeyword, keywordSeparator, splitKeywords } from '../../../shared/article/keywords.ts';
import { addedReviews, isReviewChoice } from '../../../shared/directory/reviewValues.ts';
import { ownNameKey, type VocabularyEntry } from '../../../shared/directory/vocabulary.ts';
import { splice } from '../../../shared/draft/recordEdits.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { vocabulary } from '../../../shared/i18n/vocabularyNames.ts';
import { asText } from '../../../shared/json.ts';
import { activePack } from '../../../shared/rulePack/rulePack.ts';
import { announce } from '../../state/announce.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { useForm, useValue } from '../form/formContext.ts';
import { TagsInput } from '../form/TagsInput.tsx';
import { tick } from './applicationEdits.ts';
import { vocabularyOf } from './applicationValueText.ts';
import { GroupFrame } from './FieldFrame.tsx';
import { TickBoxes } from './TickBoxes.tsx';

/** Keywords, which commas separate, or names, such as those of libraries, which semicolons and line ends separate. */
export function TagsControl({ fact }: { fact: FieldFact }) {
  const value = useValue(fact.path);
  const values = Array.isArray(value) ? value.map(asText) : [];
  const places = values.map((text, at) => ({ text, at }));
  const isKeywords = fact.control === 'keywords';
  return (
    <GroupFrame fact={fact}>
      <Tags
        fact={fact}
        field={fact.path}
        label={fieldText(fact.path)}
        places={places}
        length={values.length}
        isKeywords={isKeywords}
      />
    </GroupFrame>
  );
}

/** Entries of a list of texts as tags; `places` has their indexes in the whole list; new ones are added at its end. */
function Tags(props: {
  fact: FieldFact;
  /** Distinguishes the input from other controls of the same list. */
  field: string;
  label: string;
  places: readonly { text: string; at: number }[];
  length: number;
  isKeywords: boolean;
}) {
  const { session } = useForm();
  const { fact, places, length, isKeywords } = props;
  const { path, section } = fact;
  const edit = (at: number, count: number, entries: string[]) =>
    session.edit((record) => splice(record, path, at, count, entries));
  const add = (entries: string[]) => {
    edit(length, 0, entries);
    announce(t('application.tags.added', { count: entries.length, names: entries.join(', ') }));
  };
  const remove = (place: number) => {
    const { text, at } = places[place]!;
    session.edit((record) => splice(record, path, at, 1, []), {
      section,
      text: t('application.tags.removed', { name: text }),
      revert: (record) => splice(record, path, at, 0, [text]),
    });
  };
  const name = (input: ReactElement<{ 'aria-label'?: string }>) =>
    cloneElement(input, { 'aria-label': t('application.tags.add', { field: props.label }) });
  return (
    <TagsInput
      field={props.field}
      label={props.label}
      values={places.map(({ text }) => text)}
      split={isKeywords ? splitKeywords : splitNames}
      separator={isKeywords ? keywordSeparator : undefined}
      isDoubtful={isKeywords ? isJoinedKeyword : undefined}
      onAdd={add}
      onPaste={add}
      onRemove={remove}
      onReplace={(place, entries) => edit(places[place]!.at, 1, entries)}
      words={{
        edit: (name) => t('application.tags.edit', { name }),
        remove: (name) => t('application.tags.remove', { name }),
      }}
      inField={name}
    />
  );
}

function splitNames(text: string): string[] {
  return text
    .split(/[;\r\n]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The choices that the form of the account's directory has for a field. */
function useChoices(path: string): VocabularyEntry[] {
  const account = useAccount();
  const { data: seen } = useCall('accounts.profile', account ? { id: account.id } : null);
  const name = vocabularyOf[path]!;
  const all = [...vocabulary(name)];
  if (name !== 'review') return all;
  const reviews = (seen?.profile ?? activePack().profile).reviews;
  const added = addedReviews(reviews).map((code) => ({ code, name: t(ownNameKey(code)) }));
  return [...all.filter(({ code }) => isReviewChoice(code, reviews)), ...added];
}

/** The names of a vocabulary to tick, and tags for others. */
export function ChoicesControl({ fact }: { fact: FieldFact }) {
  const { session } = useForm();
  const { path } = fact;
  const value = useValue(path);
  const list = Array.isArray(value) ? value : [];
  const choices = useChoices(path);
  const order = choices.map(({ code }) => code);
  const others = list.flatMap((one, at) =>
    typeof one === 'string' && order.includes(one)
      ? []
      : [{ text: typeof one === 'string' ? one : JSON.stringify(one), at }],
  );
  return (
    <GroupFrame fact={fact}>
      <TickBoxes
        path={path}
        choices={choices}
        isTicked={(code) => list.includes(code)}
        onTick={(code, isTicked) => session.edit((record) => tick(record, path, code, isTicked, order))}
      />
      <Text size={200}>{t('application.others')}</Text>
      <Tags
        fact={fact}
        field={`${path}.other`}
        label={t('application.otherThan', { field: fieldText(path) })}
        places={others}
        length={list.length}
        isKeywords={false}
      />
    </GroupFrame>
  );
}
