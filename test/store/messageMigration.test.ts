import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import old from '../../resources/sentencesUntil7.json' with { type: 'json' };
import { type Db, migrations, openDatabase } from '../../src/main/store/database.ts';
import { recogniseSentence } from '../../src/main/store/migrations/recogniseSentence.ts';
import { fieldLabel } from '../../src/shared/draft/fieldLabel.ts';
import { i18n, speak } from '../../src/shared/i18n/i18n.ts';
import en from '../../src/shared/i18n/locales/en.json' with { type: 'json' };
import {
  sentences as inOne,
  literal,
  type Message,
  type MessageParam,
  msg,
} from '../../src/shared/message.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

afterEach(() => speak('en'));

const folder = new URL('../fixtures/version7/', import.meta.url);

/** The content of the data file of version 7, with an account in each language: `path` is the label of a field. */
interface Expected {
  where: string;
  id: number;
  /** Index in a list, or member of an object. */
  part?: string;
  message: Written;
}
interface Written {
  key?: string;
  path?: string;
  params?: Record<string, unknown>;
  list?: Written[];
  literal?: string;
}

const expected: Expected[] = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));

describe('a data file of version 7', () => {
  const open = () => {
    const file = join(temporaryFolder(), 'colophon.db');
    writeFileSync(file, gunzipSync(readFileSync(new URL('colophon.db.gz', folder))));
    return openDatabase(file);
  };

  test.each(['en', 'fr'] as const)(
    'shows the same texts as before in %s, whichever language they were stored in',
    async (language) => {
      const db = open();
      expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
      await speak(language);
      const shown = expected.map(({ where, id, part }) => textOf(read(db, where, id, part)));
      expect(shown).toEqual(expected.map(({ message }) => textOf(toMessage(message))));
      expect(shown.every((text) => text.length > 5)).toBe(true);
      db.close();
    },
  );

  test('keeps only foreign sentences as literals', () => {
    const db = open();
    const literals = expected.filter(({ where, id, part }) => read(db, where, id, part)?.key === 'literal');
    expect(literals.map(({ message }) => message.literal)).toEqual(
      expected.flatMap(({ message }) => (message.literal === undefined ? [] : [message.literal])),
    );
    db.close();
  });
});

describe('a sentence of an old version', () => {
  const plural = /_(zero|one|two|few|many|other)$/;

  test('has an existing key', () => {
    const gone = Object.keys(old).filter((key) => {
      const name = key.replace(plural, '');
      return !i18n.exists(name) && !i18n.exists(name, { count: 2 });
    });
    expect(gone).toEqual([]);
    expect(Object.keys(en).length).toBeGreaterThan(10);
  });

  test.each([0, 1] as const)('is recognised with its values, in language %i', (language) => {
    const texts = Object.entries(old as Record<string, string[]>).flatMap(([key, all]) => {
      const text = all[language] ?? '';
      // Too little text of its own to be distinguished.
      if (text.replace(/\{\{[\w, ]+\}\}/g, '').length < 10) return [];
      return [[key.replace(plural, ''), text.replace(/\{\{(\w+)\}\}/g, '7')]];
    }) as [string, string][];
    const lost = texts.filter(([, text]) => recogniseSentence(text).key === 'literal');
    expect(texts.length).toBeGreaterThan(900);
    expect(lost).toEqual([]);
  });

  test('is not recognised in texts by the directory or a person', () => {
    for (const text of ['No journal found to attach article to', 'Title', 'A mistake of ours, we think.'])
      expect(recogniseSentence(text)).toEqual(literal(text));
  });
});

function read(db: Db, where: string, id: number, part: string | undefined): Message | null {
  const [table, column] = where.split('.');
  const text = db.prepare<[number], string>(`SELECT ${column} FROM ${table} WHERE id = ?`).pluck().get(id)!;
  const value = JSON.parse(text);
  if (where === 'undo_entries.before') return JSON.parse(value.columns.notes)[part!];
  if (where === 'uploads.left_out') return value[part!].message;
  return part === undefined ? value : value[part];
}

function toMessage({ key, path, params, list, literal: text }: Written): Message {
  if (text !== undefined) return literal(text);
  if (list) return inOne(list.map(toMessage));
  if (path !== undefined) return fieldLabel(path);
  return params ? msg(key!, toParams(params)) : msg(key!);
}

function toParams(params: Record<string, unknown>): Record<string, MessageParam> {
  const toParam = (value: unknown): MessageParam => {
    if (Array.isArray(value)) return value.map(toParam);
    return typeof value === 'object' && value !== null
      ? toMessage(value as Written)
      : (value as string | number);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toParam(value)]));
}
