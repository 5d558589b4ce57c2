import { setEnvironmentData } from 'node:worker_threads';
import { testedMigrations } from '../../src/main/store/schema/versions.ts';
import { laterMigration } from './laterMigration.ts';

// Loaded into every process of chaos, and into no test: all of them are of a version with one more migration, so that there
// is an older one.
setEnvironmentData(testedMigrations, [laterMigration]);
