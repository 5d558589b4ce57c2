import { createScope, type Scope } from '../../src/main/platform/scope.ts';
import { storageError } from '../../src/main/store/database.ts';

/** A scope for background work in a test; anything but an AppError fails the test. */
export function testScope(): Scope {
  return createScope({
    log: {
      warn: () => undefined,
      error: (name, data) => {
        throw new Error(`${name} failed in the background`, { cause: data?.error });
      },
    },
    known: storageError,
  });
}
