import { paddedIssn } from '../articles/identifierKeys.ts';
import { isLinkAddress } from '../python/pythonUrls.ts';
import { type PyValue, pyLength, pyStr, pyStrip, pyTypeName } from '../python/pythonValue.ts';
import { Crash, Refusal } from '../refusals.ts';
import { asBoolean, asDate, functionText } from '../shapes.ts';
import { countryCode, currencyCode, languageCode } from './vocabulary.ts';

/** Conversion of a value of an application (reference/directory-api.md 5.2 and addenda "Conversions"). */
export interface Conversion {
  /** The name of the function in the service's message. */
  name: string;
  /** undefined: refused; null: accepted, but nothing is stored. */
  read: (value: Exclude<PyValue, null>) => PyValue | undefined;
  /** True if an invalid value is kept unchanged and left to the form. */
  keepsFailures?: boolean;
  /** A closed list; compared after conversion. */
  allowed?: readonly string[];
}

/** The value as the service stores it; throws the Refusal of a value that it does not accept. */
export function convert(value: Exclude<PyValue, null>, conversion: Conversion, member: string): PyValue {
  const read = conversion.read(value);
  if (read === undefined) {
    if (conversion.keepsFailures) return value;
    throw new Refusal(
      400,
      `Coerce with '${functionText(conversion.name)}' failed on '${pyStr(value)}' ` +
        `of type '<class '${pyTypeName(value)}'>'`,
    );
  }
  if (conversion.allowed && !conversion.allowed.includes(pyStr(read))) {
    throw new Refusal(400, `Value '${pyStr(read)}' is not permitted at '.${member}'`);
  }
  return read;
}

export const text: Conversion = { name: 'to_utf8_unicode', read: pyStr };

export const lowerText: Conversion = {
  name: 'to_unicode_lower',
  read: (value) => pyStr(value).toLowerCase(),
};

export const boolean: Conversion = asBoolean;

export const date: Conversion = {
  name: asDate.name,
  read: (value) => (value === '' ? null : asDate.read(value)),
};

export const address: Conversion = {
  name: 'to_url',
  keepsFailures: true,
  read: (value) => {
    if (typeof value !== 'string') return undefined;
    const trimmed = pyStrip(value);
    return trimmed === '' || isLinkAddress(trimmed) ? trimmed : undefined;
  },
};

export const country: Conversion = {
  name: 'to_country_code',
  keepsFailures: true,
  read: (value) => (typeof value === 'string' ? countryCode(value) : undefined),
};

export const language: Conversion = {
  name: 'to_isolang.<locals>.isolang',
  read: (value) => {
    if (typeof value !== 'string') throw new Crash('the language is not a text');
    return languageCode(value);
  },
};

export const currency: Conversion = {
  name: 'to_currency_code.<locals>.codify',
  read: (value) => (typeof value === 'string' ? currencyCode(value) : undefined),
};

/** Texts lose every character outside ASCII before conversion; fractions are truncated (addenda 5.2). */
export const integer: Conversion = {
  name: 'intify',
  read: (value) => {
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value === 'bigint') return value;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw new Crash('not a finite number');
      return BigInt(Math.trunc(value));
    }
    if (typeof value !== 'string') return undefined;
    const ascii = value.replace(/[^\0-\x7f]/gu, '');
    const match = /^[\t-\r ]*([+-]?)(\d+(?:_\d+)*)[\t-\r ]*$/.exec(ascii);
    if (!match) return undefined;
    const number = BigInt(match[2]!.replaceAll('_', ''));
    return match[1] === '-' ? -number : number;
  },
};

/** An ISSN padded with zeros; overlong and empty ones are unchanged (addenda "ISSN"). Lists and objects crash the service. */
export const issn: Conversion = {
  name: 'to_issn',
  keepsFailures: true,
  read: (value) => {
    if (Array.isArray(value) || value instanceof Map) {
      const size = Array.isArray(value) ? value.length : value.size;
      if (size > 9) return undefined;
      throw new Crash('the ISSN is not a text');
    }
    if (typeof value !== 'string' || value === '' || pyLength(value) > 9) return undefined;
    return paddedIssn(value);
  },
};
