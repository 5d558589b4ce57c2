import { z } from 'zod';
import { isRemoteId, type RemoteId } from './remoteId.ts';

/** Accepts ids as `readRemoteId` does; separate from it because the page does not load zod. */
export const remoteIdSchema: z.ZodType<RemoteId> = z.custom<RemoteId>(isRemoteId, 'not an id');
