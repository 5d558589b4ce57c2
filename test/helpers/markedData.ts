import { appendFileSync } from 'node:fs';
import type { Db } from '../../src/main/store/database.ts';

/** A key in the directory's format, and private values of a user. */
export const privateKey = 'f3a9+51c7/e2b84d60=9d1c5b7a20e4f863';
export const privateTexts = {
  name: 'Marguerite Okonkwo-Brandt',
  mail: 'm.okonkwo@brandt-press.example.org',
  orcid: '0000-0002-1694-233X',
  title: 'A quiet theory of marsh birds',
  word: 'Zyxomma',
};

/** The forms of the key in a text: plain, percent-encoded once and twice, in JSON, in hex, in base64 at each alignment. */
export function formsOfKey(key = privateKey): string[] {
  const once = encodeURIComponent(key);
  const base64 = ['', 'a', 'bc'].flatMap((before) => {
    const text = Buffer.from(`${before}${key}`).toString('base64').replace(/=+$/, '');
    // The first and last letters depend on the neighbours of the key.
    const inner = text.slice(4, -4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [
    key,
    once,
    once.toLowerCase(),
    encodeURIComponent(once),
    Buffer.from(key).toString('hex'),
    ...base64,
  ];
}

/** Inserts a row with private texts into every table, in every column that holds text or bytes. */
export function markEveryField(db: Db): string[] {
  const marks = Object.values(privateTexts);
  const text = [...marks, privateKey, `https://x.org/?api_key=${privateKey}`].join(' ');
  db.pragma('foreign_keys = OFF');
  db.pragma('ignore_check_constraints = ON');
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'draft\\_%search%' ESCAPE '\\'`,
    )
    .pluck()
    .all();
  for (const table of tables) {
    const columns = db.pragma(`table_info(${table})`) as { name: string; type: string; pk: number }[];
    const isCounted = columns.filter(({ pk }) => pk > 0).length === 1;
    const names = columns
      .filter(({ type, pk }) => !(isCounted && pk > 0 && type === 'INTEGER'))
      .map(({ name }) => name);
    const values = columns
      .filter(({ name }) => names.includes(name))
      .map(({ name, type }) => {
        const marked = `${table}.${name} ${text}`;
        if (type === 'BLOB') return Buffer.from(marked);
        return type === 'TEXT' || type === 'ANY' ? marked : 7;
      });
    const places = names.map(() => '?').join(', ');
    const what = names.length === 0 ? 'DEFAULT VALUES' : `(${names.join(', ')}) VALUES (${places})`;
    db.prepare(`INSERT INTO ${table} ${what}`).run(values);
  }
  return tables;
}

/** Writes unredacted lines into a log. */
export function plantInLog(file: string): void {
  const marks = Object.values(privateTexts).join(' ');
  const at = '2026-11-20T08:00:00.000Z';
  const forms = formsOfKey();
  const error = (message: string) => ({
    name: 'SqliteError',
    code: 'SQLITE_FULL',
    message,
    details: marks,
    stack: `SqliteError: ${message}\n    at ${privateTexts.word} (/home/okonkwo/app/draftStore.ts:12:3)\n    at file:///home/okonkwo/app/dispatch.ts:4:5`,
  });
  const lines = [
    ...forms.flatMap((form) => [
      { at, level: 'warn', event: 'request', address: `https://x.org/a?api_key=${form}&q=${marks}` },
      {
        at,
        level: 'error',
        event: 'call.bug',
        call: marks,
        error: error(`Bearer ${form} {"key":"${form}"}`),
      },
      { at, level: 'error', event: form, [form]: 1, error: { ...error(form), name: form, code: form } },
      { at: form, level: 'info', event: 'request', status: form },
      { at, level: form, event: 'request', headers: { authorization: form } },
    ]),
    { at, level: 'info', event: 'request', status: 429, path: `/${marks}`, duration: 12 },
    {
      at,
      level: 'error',
      event: 'upload',
      error: { ...error(`${marks}\n    at x (${privateTexts.word}.ts:1:1)`) },
    },
  ];
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  appendFileSync(file, `${privateKey} ${marks} not even JSON\n`);
}
