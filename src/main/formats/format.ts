import type { ImportFormat, WrittenFormat } from '../../shared/draft/fileFormats.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** The members of a record, as far as the beginning of the file shows. */
export interface JsonMembers {
  /** Whether it has one of these. */
  has(...names: string[]): boolean;
  /** The first character of a member's value. */
  first(name: string): string | undefined;
}

/** The root element of an XML file. */
export interface XmlRoot {
  /** Without its prefix. */
  name: string;
  attributes: string;
  /** The text before the root element. */
  prolog: string;
  /** Whether one of these elements is in it, as far as the beginning of the file shows. */
  contains(...names: string[]): boolean;
}

/**
 * How files of a format are recognised by their content. JSON that no format claims is article JSON, and a zip file is
 * one of JATS.
 */
interface Recognition {
  /** By the members of the first record; `maybe` counts if no format says `yes`. */
  isJson?(record: JsonMembers): 'yes' | 'maybe' | 'no';
  isXml?(root: XmlRoot): boolean;
  /** `has`: by the path of an entry, as a regular expression. */
  isZip?(has: (entry: string) => boolean): boolean;
  /** Begins the first record of other text. */
  mark?: RegExp;
  /** For tables. */
  hasSeparator?(sign: string): boolean;
}

/** What `formats/<format>/index.ts` says of a format, beside its facts in `fileFormats`; reader and writer are loaded when used. */
export type Format<Id extends ImportFormat = ImportFormat> = Recognition & {
  read(): Promise<Reader>;
} & (Id extends WrittenFormat ? { write(): Promise<Writer> } : object);
