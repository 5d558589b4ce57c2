import { setEnvironmentData } from 'node:worker_threads';
import { testedMigrations } from '../../src/main/store/schema/versions.ts';
import { inventedMigration } from '../helpers/inventedMigration.ts';

// Loaded into each process of Colophon in a chaos run: all of them are of a version with one more migration, so that there
// is an older one.
setEnvironmentData(testedMigrations, [inventedMigration]);
