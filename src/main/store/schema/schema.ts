import { accounts } from './accounts.ts';
import { applications } from './applications.ts';
import { comparisons } from './comparisons.ts';
import { compliance } from './compliance.ts';
import { deletions } from './deletions.ts';
import { drafts } from './drafts.ts';
import { fixing } from './fixing.ts';
import { harvests } from './harvests.ts';
import { imports } from './imports.ts';
import { links } from './links.ts';
import { office } from './office.ts';
import { undo } from './undo.ts';
import { uploads } from './uploads.ts';
import { watch } from './watch.ts';

/** Creates everything in a new data file: tables, indexes and triggers as they are now. */
export const schema = [
  accounts,
  imports,
  drafts,
  harvests,
  uploads,
  deletions,
  applications,
  comparisons,
  compliance,
  links,
  undo,
  fixing,
  office,
  watch,
].join('');
