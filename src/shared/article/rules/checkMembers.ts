import { joinPath } from '../../draft/fieldPath.ts';
import { isGiven, type Members } from '../../json.ts';
import { type Report, removeFix } from './report.ts';

/** Reports the members of `object` that the directory does not know and drops, each at its own path. */
export function checkMembers(
  object: Members,
  known: ReadonlySet<string>,
  path: string,
  report: Report,
): void {
  for (const name in object) {
    if (known.has(name) || !Object.hasOwn(object, name) || !isGiven(object[name])) continue;
    const at = joinPath(path, name);
    report.add('ignored-unknown', at, { name }, removeFix(at));
  }
}
