import { z } from 'zod';
import {
  earlierVersionSchema,
  putBackSchema,
  versionComparisonSchema,
  versionKindSchema,
} from '../draft/earlierVersions.ts';
import { call, id } from './parts.ts';

/** Records of the directory as they were before Colophon changed them there. */
export const versionCalls = {
  /** What is kept of a draft's record, newest first; `recordId`: the draft of an article, or the application. */
  'versions.list': call(
    z.object({ kind: versionKindSchema, recordId: id }),
    z.object({ versions: z.array(earlierVersionSchema) }),
  ),
  /** A version beside what the directory has now, which is asked. */
  'versions.compare': call(z.object({ id, recordId: id }), versionComparisonSchema),
  /** Makes the draft hold the version; what it held is kept. Nothing is sent. */
  'versions.putBack': call(z.object({ id, recordId: id }), putBackSchema),
  /** Makes drafts hold what an upload replaced, all of it or of these items. Nothing is sent. */
  'versions.putBackUpload': call(
    z.object({ uploadId: id, itemIds: z.array(id).max(200_000).optional() }),
    putBackSchema,
  ),
} as const;
