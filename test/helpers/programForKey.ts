import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/runtime.mjs';
import { packKey } from '../../src/shared/rulePack/rulePackSchema.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A copy of the built program that takes rule packs signed with another key, since no test has the private half of the
 * real one. Returns its folder, which is inside of the project so that it finds the packages.
 */
export function programForKey(key: { x?: string }): string {
  ensureBuilt({ quiet: true });
  mkdirSync(join(project, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(project, 'test-results', 'other-key-'));
  cpSync(join(project, 'out'), folder, { recursive: true });
  const main = join(folder, 'main');
  let replaced = 0;
  for (const name of readdirSync(main)) {
    const text = readFileSync(join(main, name), 'utf8');
    if (!text.includes(packKey.x)) continue;
    writeFileSync(join(main, name), text.replaceAll(packKey.x, key.x!));
    replaced += 1;
  }
  if (replaced === 0) throw new Error('The built program has no key for rule packs.');
  return folder;
}
