import { setEnvironmentData } from 'node:worker_threads';
import { testedMigrations } from '../../src/main/store/schema/versions.ts';

// Loaded into every process of chaos: all of them are of a version with one more migration, so that there is an older one.
setEnvironmentData(testedMigrations, ["ALTER TABLE drafts ADD COLUMN invented TEXT NOT NULL DEFAULT 'new'"]);
