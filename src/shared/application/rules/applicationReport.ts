import { shorten } from '../../article/rules/checkTexts.ts';
import { Report, removeFix, setFix } from '../../article/rules/report.ts';
import type { DraftRecord } from '../../draft/draft.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { getAt } from '../../draft/fieldPath.ts';
import type { Fix } from '../../finding.ts';
import { isEmpty, type Json } from '../../json.ts';
import type { MessageParams } from '../../message.ts';
import { acceptedFields } from '../acceptedFields.ts';
import { type ApplicationFindingCode, applicationSeverities } from './codes.ts';

export class ApplicationReport extends Report<ApplicationFindingCode> {
  readonly record: DraftRecord;
  private readonly stored = new Map<string, Json | undefined>();
  /** The paths with an error, and those with a finding at them or inside; including findings that are only counted. */
  private readonly broken = new Set<string>();
  private readonly found = new Set<string>();
  private readonly holders = new Set<string>();

  /** True if the record is an external payload rather than a draft of ours (`ApplicationContext`). */
  readonly isPayload: boolean;

  constructor(record: DraftRecord, isPayload: boolean) {
    super(applicationSeverities);
    this.record = record;
    this.isPayload = isPayload;
  }

  override add(code: ApplicationFindingCode, path: string, params?: MessageParams, fix?: Fix): void {
    super.add(code, path, params, fix);
    this.found.add(path);
    for (const holder of pathsAround(path)) this.holders.add(holder);
    if (this.severityOf(code) === 'error') this.broken.add(path);
  }

  /** The value at `path`; null counts as absent. */
  at(path: string): Json | undefined {
    return getAt(this.record, path) ?? undefined;
  }

  /** Returns true if there is an error at the path or around it. */
  isBroken(path: string): boolean {
    return pathsAround(path).some((holder) => this.broken.has(holder));
  }

  /** Records the value that the directory stores at `path`; undefined: nothing. */
  store(path: string, value: Json | undefined): void {
    this.stored.set(path, value);
  }

  /** The record that the directory would store, as far as the rules know. */
  storedValues(): ReadonlyMap<string, Json | undefined> {
    return this.stored;
  }

  /** Reports every value that would be stored differently or not at all, unless a rule already reported it. */
  addReplaced(): void {
    for (const [path, stored] of this.stored) {
      const given = getAt(this.record, path);
      if (isEmpty(given) || isAlike(given, stored) || this.isCovered(path)) continue;
      const params = { field: fieldLabel(path, this.record), given: shown(given), stored: shown(stored) };
      if (isEmpty(stored)) this.add('value-dropped', path, params, clearFix(path));
      else
        this.add(
          'written-otherwise',
          path,
          params,
          setFix('use', path, stored as Json, { value: params.stored }),
        );
    }
  }

  private isCovered(path: string): boolean {
    return this.holders.has(path) || pathsAround(path).some((holder) => this.found.has(holder));
  }
}

/** Removes a value; the member of a text that the directory requires stays, and is empty. */
export function clearFix(path: string): Fix | undefined {
  const isRequired = acceptedFields().some((field) => field.path === path && field.isRequired);
  return isRequired ? setFix('empty', path, '') : removeFix(path);
}

/** A value for use in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return shorten(value);
  if (Array.isArray(value)) return shorten(value.map((entry) => shown(entry)).join(', '));
  return value === undefined ? '' : shorten(JSON.stringify(value));
}

/** The path and those that contain it, up to a quoted name, because the fields that the rules ask about have none. */
function pathsAround(path: string): string[] {
  const around: string[] = [];
  for (let at = 1; at < path.length && path[at + 1] !== '"'; at++)
    if (path[at] === '.' || path[at] === '[') around.push(path.slice(0, at));
  around.push(path);
  return around;
}

/** Compares values, lists in any order: the directory's form reverses some lists, and no order is significant. */
function isAlike(given: unknown, stored: unknown): boolean {
  if (!Array.isArray(given) || !Array.isArray(stored)) return given === stored;
  return sorted(given) === sorted(stored);
}

function sorted(list: unknown[]): string {
  return JSON.stringify(list.map((entry) => JSON.stringify(entry)).sort());
}
