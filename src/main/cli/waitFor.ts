import type { CommandServices } from './withServices.ts';

/** Resolves to the first state, now or in an event called `name`, for which `isSettled` is true. */
export async function waitFor<T>(
  subscribe: CommandServices['subscribe'],
  name: string,
  isSettled: (state: T) => boolean,
  now: () => Promise<T> | T,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const stop = subscribe((event, data) => {
    if (event === name && isSettled(data as T)) resolve(data as T);
  });
  try {
    const state = await now();
    return isSettled(state) ? state : await promise;
  } finally {
    stop();
  }
}
