import { z } from 'zod';
import {
  earlierVersionSchema,
  putBackSchema,
  versionComparisonSchema,
  versionKindSchema,
} from '../draft/earlierVersions.ts';
import { call, id } from './parts.ts';

export const versionCalls = {
  /** The stored versions of a draft's record, newest first; `recordId`: the draft of an article, or the application. */
  'versions.list': call(
    z.object({ kind: versionKindSchema, recordId: id }),
    z.object({ versions: z.array(earlierVersionSchema) }),
  ),
  /** A version beside the directory's current one, which is fetched. */
  'versions.compare': call(z.object({ id, recordId: id }), versionComparisonSchema),
  /** Restores a version into the draft; the previous content is stored. Nothing is sent. */
  'versions.putBack': call(z.object({ id, recordId: id }), putBackSchema),
  /** Restores the versions that an upload replaced into drafts, for all or for these items. Nothing is sent. */
  'versions.putBackUpload': call(
    z.object({ uploadId: id, itemIds: z.array(id).max(200_000).optional() }),
    putBackSchema,
  ),
} as const;
