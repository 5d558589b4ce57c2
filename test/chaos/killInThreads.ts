import { getEnvironmentData, isMainThread } from 'node:worker_threads';
import './laterVersion.ts';
import type { SharedPoint } from './killPoint.ts';

// Loaded into every thread of the application, before its program: worker threads count towards the same kill.
if (!isMainThread) {
  const { countStatements, createKillSwitch, sharedName } = await import('./killPoint.ts');
  const shared = getEnvironmentData(sharedName);
  if (shared instanceof Int32Array) countStatements(createKillSwitch(shared as SharedPoint));
}
