import type { Draft } from '../../../shared/draft/draft.ts';
import { mergeInOffice } from '../../parts/office/mergeInOffice.ts';
import type { call, onEvent } from '../../state/data/client.ts';
import { discardUnedited } from '../../state/records/newDrafts.ts';
import type { RecordSource } from '../../state/records/recordSession.ts';

/** The drafts of articles in main; `fixing`: saves are part of the undo step of this fixing mode. */
export function draftSource(
  main: { call: typeof call; onEvent: typeof onEvent },
  fixing?: number,
): RecordSource<Draft> {
  return {
    name: 'draft',
    get: (id) => main.call('drafts.get', { id }),
    save: (id, version, record) =>
      main.call('drafts.save', { id, version, record, ...(fixing !== undefined && { fixing }) }),
    merge: mergeInOffice,
    onReleased: discardUnedited,
    onChanged: (listener) => main.onEvent('drafts.changed', ({ ids }) => listener(ids)),
  };
}
