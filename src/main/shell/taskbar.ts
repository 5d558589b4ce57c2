import type { Upload } from '../../shared/upload/upload.ts';

/** The taskbar's progress bar: the finished share (0 to 1) of open uploads, and whether all are paused; -1: none. */
export function taskbarProgress(uploads: Iterable<Upload>): { part: number; paused: boolean } {
  const open = [...uploads].filter((upload) => upload.state === 'running' || upload.state === 'paused');
  const total = sum(open, (upload) => upload.counts.total);
  const moving = open.some((upload) => upload.state === 'running');
  if (total === 0) return { part: -1, paused: false };
  return { part: sum(open, finished) / total, paused: !moving };
}

function finished({ counts }: Upload): number {
  return counts.created + counts.overwrote + counts.stored + counts.refused + counts.failed;
}

function sum(uploads: Upload[], of: (upload: Upload) => number): number {
  return uploads.reduce((total, upload) => total + of(upload), 0);
}
