import { join } from 'node:path';
import { riskOf } from '../backups/riskOf.ts';
import { standardFolder } from '../platform/files/dataFolder.ts';
import { environmentKeyIn } from '../platform/secrets/environmentKey.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import { redactText } from '../platform/secrets/redact.ts';
import { version } from '../platform/version.ts';
import { databaseFacts } from '../store/databaseFacts.ts';
import { diagnose } from './diagnose.ts';

/** Describes a data folder without writing to it, so it may be in use, damaged, newer or empty. */
export function diagnoseFolder(options: {
  data?: string;
  environment: Record<string, string | undefined>;
  /** Milliseconds since 1970. */
  now: number;
  keychain: Pick<Keychain, 'state'>;
}): Record<string, unknown> {
  const { environment, now, keychain } = options;
  const dataFolder = options.data ?? standardFolder('data', environment);
  const key = environmentKeyIn(environment);
  return diagnose({
    ...{ version, shell: 'cli', dataFolder, now, environment },
    keychain: keychain.state,
    risk: riskOf(dataFolder, environment),
    database: databaseFacts(join(dataFolder, 'colophon.db')),
    redact: (text) => redactText(text, key ? [key] : []),
  });
}
