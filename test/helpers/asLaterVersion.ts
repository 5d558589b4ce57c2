import { setEnvironmentData } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { testedMigrations } from '../../src/main/store/schema/versions.ts';
import { inventedMigration } from './inventedMigration.ts';

/** Until the test ends, this and the threads that it starts open data files as a later version would. */
export function asLaterVersion(): void {
  setEnvironmentData(testedMigrations, [inventedMigration]);
  onTestFinished(() => setEnvironmentData(testedMigrations));
}
