import { fail } from '../failures.ts';

/** What to throw for an error of listening on a port: AppError `state` if it is not available. */
export function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EADDRINUSE' || code === 'EACCES' ? fail('shell.port', { port }, { cause: error }) : error;
}
