import { applicationTable } from '../applications/applicationTable.ts';
import { definitions } from '../columns.ts';

/** Applications and Update Requests. */
export const applications = `
CREATE TABLE applications (
${definitions(applicationTable)}
) STRICT;

CREATE INDEX applications_by_updated ON applications (account_id, updated_at);
CREATE INDEX applications_by_journal ON applications (account_id, journal_id) WHERE journal_id IS NOT NULL;
CREATE UNIQUE INDEX applications_by_remote ON applications (account_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX applications_under_way ON applications (account_id, sync, due_ms);
CREATE INDEX applications_to_read ON applications (account_id, read_ms) WHERE read_ms IS NOT NULL;

CREATE TABLE application_events (
  id INTEGER PRIMARY KEY,
  application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT,
  text TEXT NOT NULL
) STRICT;

CREATE INDEX application_events_in_order ON application_events (application_id, id);
`;
