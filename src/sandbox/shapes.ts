import { isDirectoryDate } from './python/pythonDates.ts';
import { isLinkAddress } from './python/pythonUrls.ts';
import { type PyDict, type PyValue, pyStr, pyStrip, pyTypeName } from './python/pythonValue.ts';
import { Crash, Refusal } from './refusals.ts';

/** Reads one value: the function's name in the service's messages, and the conversion; undefined means refused. */
export interface Coercion {
  name: string;
  read: (value: Exclude<PyValue, null>) => string | boolean | undefined;
}

/** The permitted contents of one object of a record; fields, objects and lists are read in this order, unknown members dropped. */
export interface Shape {
  required?: string[];
  fields?: Record<string, Coercion>;
  objects?: Record<string, Shape>;
  lists?: Record<string, Coercion | Shape>;
}

export type Built = { [member: string]: string | boolean | Built | (string | Built)[] };

/** Converts any value to its Python text. */
export const asText: Coercion = { name: 'to_utf8_unicode', read: pyStr };

export const asBoolean: Coercion = {
  name: 'to_bool',
  read: (value) => {
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.toLowerCase() : '';
    return word === 'true' ? true : word === 'false' ? false : undefined;
  },
};

/** A date that is parsed and then ignored; anything but a text crashes the service (reference/directory-api.md 2.4). */
export const asDate: Coercion = {
  name: 'date_str.<locals>.datify',
  read: (value) => {
    if (typeof value !== 'string') throw new Crash(`${pyTypeName(value)} has no strip`);
    return value === '' || isDirectoryDate(value) ? value : undefined;
  },
};

export const asLinkAddress: Coercion = {
  name: 'to_url',
  read: (value) => {
    if (typeof value !== 'string') return undefined;
    const trimmed = pyStrip(value);
    return trimmed === '' || isLinkAddress(trimmed) ? trimmed : undefined;
  },
};

/** One of the given words, compared trimmed and without case; other text is refused, or kept if that is allowed. */
export function asWord(words: string[], othersPass: boolean): Coercion {
  return {
    name: 'string_canonicalise.<locals>.sn',
    read: (value) => {
      if (typeof value !== 'string') return undefined;
      const plain = pyStrip(value).toLowerCase();
      return words.find((word) => word.toLowerCase() === plain) ?? (othersPass ? value : undefined);
    },
  };
}

// The service prints the memory address of its function, which changes with every start.
const ADDRESS = `0x7f${Math.floor(Math.random() * 0xffff_ffff)
  .toString(16)
  .padStart(8, '0')}40`;

/** A function of the service as its messages print it. */
export function functionText(name: string): string {
  return `<function ${name} at ${ADDRESS}>`;
}

/** Rebuilds an object by its shape, depth first, or refuses it with the first problem (reference/directory-api.md 4.4, checks 1 to 5). */
export function build(value: PyDict, shape: Shape, context = ''): Built {
  for (const name of shape.required ?? []) {
    if (!value.has(name)) {
      throw new Refusal(400, `Field '${name}' is required but not present at '${context || 'root'}'`);
    }
  }
  const built: Built = {};
  for (const [name, coercion] of Object.entries(shape.fields ?? {})) {
    const field = value.get(name) ?? null;
    if (field !== null) built[name] = coerce(field, coercion, `${context}${name}`);
  }
  for (const [name, inner] of Object.entries(shape.objects ?? {})) {
    const object = value.get(name) ?? null;
    if (object !== null)
      built[name] = build(asObject(object, `${context}${name}`), inner, `${context}${name}.`);
  }
  for (const [name, entry] of Object.entries(shape.lists ?? {})) {
    const list = value.get(name) ?? null;
    if (list === null) continue;
    if (!Array.isArray(list)) {
      throw new Refusal(400, `Expecting list at ${context}${name} but found something else`);
    }
    const entries = buildEntries(list, entry, `${context}${name}`);
    if (entries.length > 0) built[name] = entries;
  }
  return built;
}

function buildEntries(list: PyValue[], entry: Coercion | Shape, path: string): (string | Built)[] {
  if ('read' in entry) {
    return list.filter((value) => value !== null).map((value) => String(coerce(value, entry, path)));
  }
  return list.map((value, index) => build(asObject(value, `${path}[${index}]`), entry, `${path}[${index}].`));
}

function coerce(value: Exclude<PyValue, null>, coercion: Coercion, path: string): string | boolean {
  const read = coercion.read(value);
  if (read !== undefined) return read;
  throw new Refusal(
    400,
    `Schema exception at '${path}', Cast with ${functionText(coercion.name)} ` +
      `failed on '${pyStr(value)}' of type <class '${pyTypeName(value)}'>`,
  );
}

function asObject(value: PyValue, path: string): PyDict {
  if (value instanceof Map) return value;
  throw new Refusal(400, `Found '${path}' = '${pyStr(value)}' but expected object/dict`);
}
