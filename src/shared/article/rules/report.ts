import type { Finding, Fix, Severity } from '../../finding.ts';
import type { Json } from '../../json.ts';
import { type MessageParams, msg, shortenMessage } from '../../message.ts';
import { type FindingCode, findingSeverities } from './codes.ts';

/** The maximum number of findings of one rule in one field; further ones are only counted. */
export const maxFindings = 50;
/** The maximum length of a text in a message. */
const maxTextLength = 2_000;

/**
 * Collects the findings of all rules for one record. However large the record is, there are at most `maxFindings` of
 * each rule in each field; the last of them says how many more there are.
 */
export class Report<Code extends string = FindingCode> {
  private readonly kept: Finding[] = [];
  /** By rule and field: the number of findings, and the place of the last kept one. */
  private readonly counts = new Map<string, { count: number; last: number }>();
  private readonly severities: Readonly<Record<string, Severity>>;

  constructor(severities: Readonly<Record<string, Severity>> = findingSeverities) {
    this.severities = severities;
  }

  add(code: Code, path: string, params?: MessageParams, fix?: Fix): void {
    const rule = `${code} ${fieldOf(path)}`;
    const counted = this.counts.get(rule);
    const count = (counted?.count ?? 0) + 1;
    if (counted) counted.count = count;
    if (count > maxFindings) return;
    if (counted) counted.last = this.kept.length;
    else this.counts.set(rule, { count, last: this.kept.length });
    const shown = params && withoutLongTexts(params);
    this.kept.push({
      severity: this.severityOf(code),
      path,
      code,
      message: msg(`finding.${code}.message`, shown),
      help: msg(`finding.${code}.help`, shown),
      ...(fix && { fix }),
    });
  }

  /** The findings in the order in which they were added. */
  findings(): Finding[] {
    const findings = [...this.kept];
    for (const { count, last } of this.counts.values()) {
      if (count > maxFindings) findings[last] = withMore(findings[last]!, count - maxFindings);
    }
    return findings;
  }

  protected severityOf(code: Code): Severity {
    return this.severities[code]!;
  }
}

/** Everything in one list counts as one field, and so do the members of one object, whose names a file may invent. */
function fieldOf(path: string): string {
  const list = path.indexOf('[');
  return path.slice(0, list >= 0 ? list : Math.max(path.lastIndexOf('.'), 0));
}

function withoutLongTexts(params: MessageParams): MessageParams | undefined {
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string' && value.length > maxTextLength)
      return shortenMessage(msg('', params), maxTextLength).params;
  }
  return params;
}

function withMore(finding: Finding, more: number): Finding {
  return { ...finding, message: msg('moreFindings', { message: finding.message, count: more }), more };
}

/** A fix that sets the value at `path`; `name` is the key of its text under `fix` in locales/en.json. */
export function setFix(name: string, path: string, value: Json, params?: MessageParams): Fix | undefined {
  return fixOf(name, [{ path, value }], params);
}

export function removeFix(path: string): Fix {
  return fixOf('remove', [{ path }])!;
}

/** A fix; none if it would write a script tag, which the directory refuses in nearly every text. */
export function fixOf(name: string, changes: Fix['changes'], params?: MessageParams): Fix | undefined {
  if (JSON.stringify(changes).includes('<script>')) return undefined;
  return { label: msg(`fix.${name}`, params), changes };
}
