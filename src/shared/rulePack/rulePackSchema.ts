import { z } from 'zod';
import publicKey from '../../../resources/rulePackKey.json' with { type: 'json' };
import { serverProfileSchema } from '../directory/profile.ts';

/** The public key of the packs, as a JSON Web Key (Ed25519). */
export const packKey = publicKey;

/** One line of text: no control characters, nothing that changes the direction of writing, no markup. */
function plain(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]*$/u);
}

/** A text of the catalogue: plain, with nothing to fill in but `{{name}}`, and without a reference to another text. */
function ruleText(max: number) {
  return plain(max).regex(/^(?:[^{}$]|\{\{\w{1,30}\}\}|\$(?!t\())*$/u);
}

/** Rows that are told apart by a code. */
function coded<T extends z.ZodObject>(row: T, max: number, code: keyof z.infer<T>) {
  const isTold = (rows: z.infer<T>[]) => new Set(rows.map((one) => one[code])).size === rows.length;
  return z.array(row).min(1).max(max).refine(isTold);
}

const name = plain(200);

const countrySchema = z.object({
  alpha_2: z.string().regex(/^[A-Z]{2}$/),
  alpha_3: name,
  numeric: name,
  name,
  official_name: name.optional(),
  common_name: name.optional(),
});

const languageSchema = z.object({
  alpha_2: z.string().regex(/^[a-z]{2}$/),
  alpha_3: name,
  bibliographic: name.optional(),
  name,
  common_name: name.optional(),
  inverted_name: name.optional(),
});

const currencySchema = z.object({ code: z.string().regex(/^[A-Z]{3}$/), numeric: name, name });

const licenceSchema = z.object({
  BY: z.boolean(),
  NC: z.boolean(),
  ND: z.boolean(),
  SA: z.boolean(),
  url: z.url({ protocol: /^https$/ }).max(200),
});

const choices = coded(z.object({ value: name, display: name }), 200, 'value');

/** One field of an application that the directory accepts; entries of a list are written `[]`. */
const fieldSchema = z.object({
  path: z
    .string()
    .max(100)
    .regex(/^\w+(?:\[\])?(?:\.\w+(?:\[\])?)*$/),
  kind: z.enum(['field', 'object', 'list']),
  coerce: z.string().max(40).optional(),
  contains: z.enum(['field', 'object']).optional(),
  allowed: z.array(name).max(200).optional(),
  required: z.boolean().optional(),
});

/** Each field stands behind the one that it is in. */
function isTree(fields: z.infer<typeof fieldSchema>[]): boolean {
  const known = new Set<string>();
  for (const { path } of fields) {
    const at = path.lastIndexOf('.');
    if (at >= 0 && !known.has(path.slice(0, at).replace(/\[\]$/, ''))) return false;
    known.add(path);
  }
  return known.has('admin') && known.has('bibjson');
}

const aliases = z.record(plain(100), z.array(name).min(1).max(20));

const wordsSchema = z.object({
  /** Where the rule comes from. */
  source: plain(300),
  /** Rules for articles have a name of their kind, by which drafts are filtered. */
  kind: ruleText(100).optional(),
  message: ruleText(500),
  help: ruleText(1000),
});

/**
 * What changes between the releases of the directory, as data (`resources/rulePack.json`): its lists of values, what its
 * server does until it is asked, and the texts of the rules that follow it.
 */
export const rulePackSchema = z.object({
  format: z.literal(1),
  /** A later pack has a higher number. */
  version: z.number().int().min(1).max(1_000_000_000),
  date: z.iso.date(),
  /** The server until it is asked. */
  profile: serverProfileSchema,
  /** Rules by the code of their finding, with the date of their source. */
  rules: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
      z.object({ date: z.iso.date(), en: wordsSchema, fr: wordsSchema }),
    )
    .refine((rules) => Object.keys(rules).length <= 200),
  /** Kinds of peer review: those that were renamed, and those that a server with the new list has more. */
  reviews: z.object({ renamed: z.record(name, name), added: z.array(name).max(50) }),
  vocabularies: z.object({
    countries: coded(countrySchema, 1000, 'alpha_2'),
    languages: coded(languageSchema, 1000, 'alpha_2'),
    currencies: coded(currencySchema, 1000, 'code'),
    /** Currencies that the directory's form offers first. */
    firstCurrencies: z.array(z.string().regex(/^[A-Z]{3}$/)).max(20),
    /** Licences whose attributes and address the directory sets. */
    licences: z.record(name, licenceSchema),
    /** The choices of the directory's form; some are commands such as `other`. */
    options: z.object({
      licence: choices,
      licenceAttribute: choices,
      review: choices,
      preservation: choices,
      deposit: choices,
      pid: choices,
    }),
    labels: z.array(name).max(100),
    /** Keywords that the directory refuses, in lower case. */
    stopWords: z.array(name).max(1000),
    /** In the order in which the directory reads them. */
    applicationFields: coded(fieldSchema, 500, 'path').refine(isTree),
  }),
  /** Codes by former, everyday and foreign names, in lower case without accents and punctuation. */
  aliases: z.object({
    country: aliases,
    language: aliases,
    currency: aliases,
    preservation: aliases,
    deposit: aliases,
    pid: aliases,
    review: aliases,
  }),
});
export type RulePack = z.infer<typeof rulePackSchema>;
