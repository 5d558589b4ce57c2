import type Database from 'better-sqlite3';
import { messageColumn } from '../storedMessage.ts';
import { recogniseOneOf, recogniseSentence } from './recogniseSentence.ts';

/** Version 8: stored sentences become messages; those that are not Colophon's become literals. */
export function messages(db: Database.Database): void {
  const remember = new Map<string, string>();
  const asMessage = (text: string) => {
    const known = remember.get(text);
    if (known !== undefined) return known;
    if (remember.size > 10_000) remember.clear();
    const found = text === '' ? '' : messageColumn(recogniseSentence(text));
    remember.set(text, found);
    return found;
  };
  const parsed = (text: string) => JSON.parse(asMessage(text)) as object;
  const list = (json: string) =>
    JSON.stringify((JSON.parse(json) as string[]).filter((text) => text !== '').map(parsed));
  const withMessage = <T extends { message: string; help?: string }>(value: T) => ({
    ...value,
    message: parsed(value.message),
    ...(value.help === undefined ? {} : { help: value.help === '' ? null : parsed(value.help) }),
  });
  const refusal = (json: string) => JSON.stringify(withMessage(JSON.parse(json)));
  /** Columns of rows that a bulk change replaced. */
  const kept = (json: string) => {
    const before = JSON.parse(json) as { columns?: Record<string, unknown> };
    const columns = { ...before.columns };
    for (const [name, convert] of Object.entries({
      notes: list,
      changes: list,
      message: asMessage,
      refusal,
    })) {
      const value = columns[name];
      if (typeof value === 'string' && (name !== 'changes' || value.startsWith('[')))
        columns[name] = convert(value);
    }
    return JSON.stringify({ ...before, ...(before.columns ? { columns } : {}) });
  };
  const functions = {
    message_of: asMessage,
    messages_of: list,
    refusal_of: refusal,
    left_out_of: (json: string) =>
      JSON.stringify((JSON.parse(json) as { message: string }[]).map(withMessage)),
    outcome_of: (text: string) => messageColumn(recogniseOneOf(text, /^(?:directory|queue)\.attempt\./)),
    place_of: (text: string) => messageColumn(recogniseOneOf(text, /^queue\.place/)),
    kept_of: kept,
  };
  for (const [name, convert] of Object.entries(functions))
    db.function(name, convert as (text: unknown) => unknown);
  db.exec(sql);
}

const sql = `
UPDATE imports SET message = message_of(message) WHERE message <> '';
UPDATE import_problems SET message = message_of(message) WHERE message <> '';
UPDATE import_changes SET notes = messages_of(notes) WHERE notes <> '[]';
UPDATE drafts SET notes = messages_of(notes) WHERE notes <> '[]';
UPDATE drafts SET refusal = refusal_of(refusal) WHERE refusal IS NOT NULL;
UPDATE uploads SET message = message_of(message) WHERE message <> '';
UPDATE uploads SET left_out = left_out_of(left_out) WHERE left_out <> '[]';
UPDATE upload_items SET refusal = refusal_of(refusal) WHERE refusal IS NOT NULL;
UPDATE upload_items SET place = place_of(place) WHERE place <> '';
UPDATE requests SET outcome = outcome_of(outcome) WHERE outcome <> '';
UPDATE applications SET refusal = refusal_of(refusal) WHERE refusal IS NOT NULL;
UPDATE application_events SET text = message_of(text);
UPDATE reconciliations SET message = message_of(message) WHERE message <> '';
UPDATE compliance_checks SET changes = messages_of(changes) WHERE changes <> '[]';
UPDATE matrices SET message = message_of(message) WHERE message <> '';
UPDATE matrix_cells SET message = message_of(message) WHERE message <> '';
UPDATE matrix_cells SET changes = messages_of(changes) WHERE changes <> '[]';
UPDATE undo_entries SET before = kept_of(before) WHERE before IS NOT NULL;
`;
