import type { EventName, Publish } from '../../shared/contract/contract.ts';

type EventListener = (name: EventName, data: unknown) => void;

/** The hub between the services, which publish, and the shells, which pass events on to their windows. */
export interface Events {
  publish: Publish;
  /** Calls `listener` for every event until the returned function is called. */
  subscribe(listener: EventListener): () => void;
}

/** Creates a hub. Listeners are called synchronously and in the order in which they were added. */
export function createEvents(): Events {
  const listeners = new Set<{ call: EventListener }>();
  return {
    publish: (name, data) => {
      for (const listener of [...listeners]) listener.call(name, data);
    },
    subscribe: (call) => {
      const listener = { call };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The ids of changed records as an event names them; null: too many to name, so that all may have changed. */
export function idsToPublish(ids: readonly number[]): number[] | null {
  return ids.length > 500 ? null : [...ids];
}
