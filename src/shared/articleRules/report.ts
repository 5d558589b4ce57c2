import type { Finding, Fix } from '../finding.ts';
import { t } from '../words.ts';
import { type FindingCode, findingSeverities } from './codes.ts';

/** Collects findings; words are looked up here only, so a clean record costs none. */
export class Report {
  readonly findings: Finding[] = [];

  add(code: FindingCode, path: string, params: Record<string, unknown> = {}, fix?: Fix): void {
    this.findings.push({
      severity: findingSeverities[code],
      path,
      code,
      message: t(`finding.${code}.message`, params),
      help: t(`finding.${code}.help`, params),
      ...(fix && { fix }),
    });
  }
}
