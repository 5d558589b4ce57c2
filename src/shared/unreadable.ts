import { AppError } from './errors.ts';
import { msg } from './message.ts';

/** The error for stored data that cannot be read; `place` says where it is, never what. */
export function unreadable(place: string): AppError {
  return new AppError('unreadable', msg('shell.unreadable.message'), {
    why: msg('shell.unreadable.why'),
    fix: msg('shell.unreadable.fix'),
    details: place,
  });
}
