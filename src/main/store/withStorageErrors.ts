import { storageError } from './database.ts';

type Functions = Record<string, (...args: never[]) => unknown>;

/** Returns the same functions, with SQLite's errors turned into AppError `storage`. */
export function withStorageErrors<S extends object>(store: S): S {
  const guarded = Object.entries(store as Functions).map(([name, run]) => [name, guard(run)]);
  return Object.fromEntries(guarded) as S;
}

function guard(run: (...args: never[]) => unknown): (...args: never[]) => unknown {
  const fail = (error: unknown): never => {
    throw storageError(error);
  };
  return (...args) => {
    try {
      const result = run(...args);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}
