import type { Application } from '../../../shared/application/applicationDraft.ts';
import { call, onEvent } from '../../state/client.ts';
import type { RecordSource } from '../../state/recordSession.ts';

/** The applications and Update Requests in main. */
export const applicationSource: RecordSource<Application> = {
  name: 'application',
  get: (id) => call('applications.get', { id }),
  save: (id, version, record) => call('applications.save', { id, version, record }),
  onChanged: (listener) => onEvent('applications.changed', ({ ids }) => listener(ids)),
};
