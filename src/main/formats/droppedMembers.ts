import { isEmpty, type JsonObject } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';

/** More kinds of lost data are not named. */
const maxNamed = 50;

/** The names of the members of a JSON object that are not imported and not empty, each kind once. */
export function droppedMembers(
  object: JsonObject,
  taken: ReadonlySet<string>,
  names: ReadonlyMap<string, Message>,
): Message[] {
  const parts = new Map<string, Message>();
  for (const [name, value] of Object.entries(object)) {
    if (taken.has(name) || isEmpty(value)) continue;
    const part = names.get(name) ?? msg('import.part.other', { name });
    parts.set(JSON.stringify(part), part);
  }
  return [...parts.values()].slice(0, maxNamed);
}
