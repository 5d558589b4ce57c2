import type { Draft } from '../../../shared/draft/draft.ts';
import type { call, onEvent } from '../../state/client.ts';
import type { RecordSource } from '../../state/recordSession.ts';

/** The drafts of articles in main. */
export function draftSource(main: { call: typeof call; onEvent: typeof onEvent }): RecordSource<Draft> {
  return {
    name: 'draft',
    get: (id) => main.call('drafts.get', { id }),
    save: (id, version, record) => main.call('drafts.save', { id, version, record }),
    onChanged: (listener) => main.onEvent('drafts.changed', ({ ids }) => listener(ids)),
  };
}
