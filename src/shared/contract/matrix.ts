import { z } from 'zod';
import { matrixCellSchema, matrixSchema } from '../compliance/complianceCheck.ts';
import { done, fileSchema, id, local, nothing, reads } from '../contractParts.ts';

/** Many questions to the compliance checker, asked in the background. */
export const calls = {
  'matrix.plan': reads(
    z.object({
      issns: z.array(z.string()).min(1).max(1000),
      funders: z.array(z.string()).min(1).max(200),
      rors: z.array(z.string()).max(200),
      lang: z.string(),
      maxAge: z.number().int().min(0),
    }),
    z.object({ cells: z.number(), kept: z.number(), requests: z.number(), seconds: z.number() }),
  ),
  'matrix.start': local(
    z.object({
      name: z.string().trim().max(200),
      issns: z.array(z.string().min(1).max(20)).min(1).max(1000),
      funders: z.array(z.string().min(1).max(200)).min(1).max(200),
      /** An empty text or no entry means "not affiliated". */
      rors: z.array(z.string().max(200)).max(200),
      lang: z.string().min(2).max(10),
      maxAge: z.number().int().min(0),
    }),
    matrixSchema,
  ),
  'matrix.list': reads(nothing, z.array(matrixSchema)),
  'matrix.get': reads(z.object({ id }), matrixSchema),
  'matrix.cells': reads(z.object({ id }), z.array(matrixCellSchema)),
  'matrix.pause': local(z.object({ id }), matrixSchema),
  'matrix.resume': local(z.object({ id }), matrixSchema),
  /** Repeats the questions with answers older than this many days, and those that failed. */
  'matrix.refresh': local(z.object({ id, maxAge: z.number().int().min(0) }), matrixSchema),
  'matrix.remove': local(z.object({ id }), done),
  'matrix.export': reads(z.object({ id, format: z.enum(['csv', 'json', 'html']) }), fileSchema),
  /** The printable report as a PDF; only in the desktop application (`state` elsewhere). */
  'matrix.pdf': reads(z.object({ id }), z.object({ name: z.string(), base64: z.string() })),
};

export const events = {
  /** At most four times a second for each. */
  'matrix.changed': matrixSchema,
};
