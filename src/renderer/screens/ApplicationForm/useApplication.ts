import type { Application } from '../../../shared/application/applicationDraft.ts';
import { call, onEvent } from '../../state/client.ts';
import type { RecordSession, RecordSource } from '../../state/recordSession.ts';
import { useRecord } from '../../state/useRecord.ts';

const source: RecordSource<Application> = {
  name: 'application',
  get: (id) => call('applications.get', { id }),
  save: (id, version, record) => call('applications.save', { id, version, record }),
  onChanged: (listener) => onEvent('applications.changed', ({ ids }) => listener(ids)),
};

/** The session of an application or Update Request for as long as its form is open. */
export function useApplication(id: number): RecordSession<Application> {
  return useRecord(source, id);
}
