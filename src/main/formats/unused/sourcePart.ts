import type { Json } from '../../../shared/json.ts';
import type { Message } from '../../../shared/message.ts';

/** A part of a record as its file has it: an XML element, a member of JSON, a field or a cell. */
export interface SourcePart {
  name: string;
  /** What rules know it by, if that is not its name. */
  kind?: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly (SourcePart | string)[];
}

/**
 * Whether a value is of the kind that its place in the file is for, so that nothing is lost if it is not kept as it is;
 * or the part of it that must be kept.
 */
export type Shape = (value: string) => boolean | string;

/**
 * What a format says of its parts, each by its name, by `parent/name`, or by `@name` for an attribute. Values that
 * steer how others are read, and those that become something else, have a shape; any other value must be in the
 * article or in a remark.
 */
export interface PartRules {
  /** Parts for which the directory has no field; null: nothing is lost, or the reader names it. */
  dropped?: ReadonlyMap<string, PartName>;
  /** Names for parts of which something is not imported. */
  named?: ReadonlyMap<string, Message | ((part: SourcePart) => Message)>;
  /** The shapes of values in a part, or of one attribute. */
  shapes?: ReadonlyMap<string, Shape>;
}

/** A name, or one that depends on the part, if it is dropped at all; `value`: its own name and value. */
export type PartName = Message | null | 'value' | ((part: SourcePart) => Message | null | undefined);

const noAttributes: ReadonlyMap<string, string> = new Map();

/** A part that holds parts or one text. `kind`: what rules know it by, if that is not its name. */
export function sourcePart(name: string, children: SourcePart['children'], kind?: string): SourcePart {
  return kind === undefined
    ? { name, attributes: noAttributes, children }
    : { name, kind, attributes: noAttributes, children };
}

/** A value of JSON; the entries of a list have its name. */
export function jsonPart(name: string, value: Json | undefined): SourcePart {
  if (Array.isArray(value))
    return sourcePart(
      name,
      value.map((entry) => jsonPart(name, entry)),
    );
  if (typeof value === 'object' && value !== null)
    return sourcePart(
      name,
      Object.entries(value).map(([member, inner]) => jsonPart(member, inner)),
    );
  return sourcePart(name, value === null || value === undefined ? [] : [String(value)]);
}
