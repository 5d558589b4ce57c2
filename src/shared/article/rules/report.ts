import type { Finding, Fix, Severity } from '../../finding.ts';
import { type MessageParams, msg } from '../../message.ts';
import type { ArticleRecord } from '../article.ts';
import { type FindingCode, findingSeverities } from './codes.ts';

type Json = ArticleRecord[string];

export class Report<Code extends string = FindingCode> {
  readonly findings: Finding[] = [];
  private readonly severities: Readonly<Record<string, Severity>>;

  constructor(severities: Readonly<Record<string, Severity>> = findingSeverities) {
    this.severities = severities;
  }

  add(code: Code, path: string, params?: MessageParams, fix?: Fix): void {
    this.findings.push({
      severity: this.severities[code]!,
      path,
      code,
      message: msg(`finding.${code}.message`, params),
      help: msg(`finding.${code}.help`, params),
      ...(fix && { fix }),
    });
  }
}

/** A fix that sets the value at `path`; `name` is the key of its text under `fix` in locales/en.json. */
export function setFix(name: string, path: string, value: Json, params?: MessageParams): Fix {
  return fixOf(name, [{ path, value }], params);
}

export function removeFix(path: string, name = 'remove'): Fix {
  return fixOf(name, [{ path }]);
}

export function fixOf(name: string, changes: Fix['changes'], params?: MessageParams): Fix {
  return { label: msg(`fix.${name}`, params), changes };
}
