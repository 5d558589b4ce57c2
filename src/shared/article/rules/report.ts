import type { Finding, Fix, Severity } from '../../finding.ts';
import { language, t } from '../../i18n/words.ts';
import type { ArticleRecord } from '../article.ts';
import { type FindingCode, findingSeverities } from './codes.ts';

type Json = ArticleRecord[string];
type Params = Record<string, unknown>;

/** Collects findings; words are looked up here only, so a clean record costs none. */
export class Report<Code extends string = FindingCode> {
  readonly findings: Finding[] = [];
  private readonly severities: Readonly<Record<string, Severity>>;

  /** `severities`: every rule with its severity. */
  constructor(severities: Readonly<Record<string, Severity>> = findingSeverities) {
    this.severities = severities;
  }

  add(code: Code, path: string, params?: Params, fix?: Fix): void {
    this.findings.push({
      severity: this.severities[code]!,
      path,
      code,
      message: words(`finding.${code}.message`, params),
      help: words(`finding.${code}.help`, params),
      ...(fix && { fix }),
    });
  }
}

/** A fix that sets the value at `path`; `name` is its key under `fix` in locales/en.json. */
export function setFix(name: string, path: string, value: Json, params?: Params): Fix {
  return { label: words(`fix.${name}`, params), changes: [{ path, value }] };
}

/** A fix that removes what is at `path`. */
export function removeFix(path: string, name = 'remove'): Fix {
  return { label: words(`fix.${name}`), changes: [{ path }] };
}

/** A fix of several changes, made one after another. */
export function fixOf(name: string, changes: Fix['changes'], params?: Params): Fix {
  return { label: words(`fix.${name}`, params), changes };
}

const plainWords = new Map<string, string>();

/** Sentences without parameters are looked up once for a language: an import may report the same thing for 100,000 records. */
function words(key: string, params?: Params): string {
  if (params) return t(key, params).trim();
  const name = `${language()} ${key}`;
  const known = plainWords.get(name);
  if (known !== undefined) return known;
  const found = t(key);
  plainWords.set(name, found);
  return found;
}
