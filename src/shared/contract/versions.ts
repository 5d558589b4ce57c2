import { z } from 'zod';
import { id, prepares, reads } from '../contractParts.ts';
import {
  earlierVersionSchema,
  putBackSchema,
  restorePreviewSchema,
  versionComparisonSchema,
  versionKindSchema,
} from '../draft/earlierVersions.ts';
import { planIdSchema } from '../plan.ts';

/** The records that Colophon replaced in the directory. */
export const calls = {
  /** The stored versions of a draft's record, newest first; `recordId`: the draft of an article, or the application. */
  'versions.list': reads(
    z.object({ kind: versionKindSchema, recordId: id }),
    z.object({ versions: z.array(earlierVersionSchema) }),
  ),
  /** A version beside the directory's current one, which is fetched. */
  'versions.compare': reads(z.object({ id, recordId: id }), versionComparisonSchema),
  /** Restores the version of a comparison into its draft, or error `state` if that has changed since; the previous content is stored. Nothing is sent. */
  'versions.putBack': prepares(z.object({ plan: planIdSchema }), putBackSchema),
  /** Lists the versions that an upload replaced, and the drafts that would get them: all, or those of these items. */
  'versions.putBackUploadPreview': reads(
    z.object({ uploadId: id, itemIds: z.array(id).max(200_000).optional() }),
    restorePreviewSchema,
  ),
  /** Restores what a preview listed, without what has changed since. Nothing is sent. */
  'versions.putBackUpload': prepares(z.object({ plan: planIdSchema }), putBackSchema),
};

export const events = {};
