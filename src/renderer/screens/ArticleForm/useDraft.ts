import { useStore } from 'zustand';
import type { Draft } from '../../../shared/draft/draft.ts';
import { call, onEvent } from '../../state/client.ts';
import type { RecordSession, RecordSource, RecordState } from '../../state/recordSession.ts';
import { useRecord } from '../../state/useRecord.ts';

export type DraftSession = RecordSession<Draft>;
export type DraftState = RecordState<Draft>;

/** Drafts of articles in main, by the given way to it. */
export function draftSource(parts: { call: typeof call; onEvent: typeof onEvent }): RecordSource<Draft> {
  return {
    name: 'draft',
    get: (id) => parts.call('drafts.get', { id }),
    save: (id, version, record) => parts.call('drafts.save', { id, version, record }),
    onChanged: (listener) => parts.onEvent('drafts.changed', ({ ids }) => listener(ids)),
  };
}

const source = draftSource({ call, onEvent });

/** The session of an article's draft and its state, for as long as its form is open. */
export function useDraft(id: number): { session: DraftSession; state: DraftState } {
  const session = useRecord(source, id);
  return { session, state: useStore(session.store) };
}
