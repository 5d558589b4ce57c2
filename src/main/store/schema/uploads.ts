import { definitions } from '../columns.ts';
import { uploadTable } from '../uploads/uploadTable.ts';

/** Uploads, their articles, and every request of an account. */
export const uploads = `
CREATE TABLE uploads (
${definitions(uploadTable)}
) STRICT;

CREATE TABLE upload_items (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  -- no foreign key: a run outlives its drafts, which may be removed for good; title and place as they were when it began
  draft_id INTEGER NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  doi TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'accepted', 'unsure', 'done', 'refused', 'failed')),
  -- may only join batches of at most this many records
  batch_cap INTEGER NOT NULL DEFAULT 1000000,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- not before this time (growing pauses)
  due_ms INTEGER NOT NULL DEFAULT 0,
  -- the request that carries or carried it, and the hash and keys of what was sent in it
  request_id INTEGER,
  sent_hash TEXT,
  -- hash of the content as the directory stores it, to know it again there (shared/article/storedContent.ts)
  sent_content TEXT,
  doi_key TEXT,
  url_key TEXT,
  bytes INTEGER NOT NULL DEFAULT 0,
  -- dialect 4.0: the directory's upload id
  ticket TEXT,
  outcome TEXT CHECK (outcome IN ('created', 'overwrote')),
  remote_id TEXT,
  refusal TEXT,
  updated_at TEXT NOT NULL,
  -- whether it overwrites, as far as is known: 'no'; 'wanted': the record that is there is to be kept first; 'kept';
  -- 'nothing': none was there; 'left': the person wanted none kept; when and for which content of the draft it was looked for
  keeping TEXT NOT NULL DEFAULT 'no' CHECK (keeping IN ('no', 'wanted', 'kept', 'nothing', 'left')),
  kept_ms INTEGER NOT NULL DEFAULT 0,
  kept_hash TEXT,
  -- no foreign key: a version may be removed for its age
  version_id INTEGER,
  -- the content that the plan showed, and the one that a person confirmed last, so that no other is sent
  planned_hash TEXT,
  confirmed_hash TEXT,
  -- 1: the directory had its article then, so that nothing new is to be created
  was_there INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX upload_items_by_state ON upload_items (upload_id, state, outcome, position);
CREATE INDEX upload_items_by_position ON upload_items (upload_id, position);
CREATE INDEX upload_items_halved ON upload_items (upload_id, state) WHERE batch_cap < 1000000;
CREATE INDEX upload_items_without_id ON upload_items (upload_id, due_ms) WHERE state = 'done' AND remote_id IS NULL;
CREATE INDEX upload_items_by_draft ON upload_items (draft_id, id);
CREATE INDEX upload_items_by_ticket ON upload_items (ticket) WHERE ticket IS NOT NULL;
CREATE INDEX upload_items_to_keep ON upload_items (upload_id) WHERE state = 'queued' AND keeping IN ('wanted', 'kept', 'nothing');
CREATE INDEX upload_items_with_version ON upload_items (upload_id, position) WHERE version_id IS NOT NULL;
CREATE INDEX upload_items_by_sent_doi ON upload_items (doi_key) WHERE doi_key IS NOT NULL;
CREATE INDEX upload_items_by_sent_url ON upload_items (url_key) WHERE url_key IS NOT NULL;

CREATE TRIGGER upload_items_counted_in AFTER INSERT ON upload_items BEGIN
  INSERT INTO upload_counts VALUES (new.upload_id, new.state, coalesce(new.outcome, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER upload_items_counted_over AFTER UPDATE OF state, outcome ON upload_items
  WHEN old.state <> new.state OR old.outcome IS NOT new.outcome BEGIN
  UPDATE upload_counts SET n = n - 1
    WHERE upload_id = old.upload_id AND state = old.state AND outcome = coalesce(old.outcome, '');
  INSERT INTO upload_counts VALUES (new.upload_id, new.state, coalesce(new.outcome, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER upload_items_counted_out AFTER DELETE ON upload_items BEGIN
  UPDATE upload_counts SET n = n - 1
    WHERE upload_id = old.upload_id AND state = old.state AND outcome = coalesce(old.outcome, '');
END;

-- Kept by the triggers below, whoever changes the items.
CREATE TABLE upload_counts (
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  -- empty: none
  outcome TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (upload_id, state, outcome)
) STRICT, WITHOUT ROWID;

-- Every request of an account, the key never in the address.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  method TEXT NOT NULL,
  address TEXT NOT NULL,
  status INTEGER,
  records INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  duration INTEGER,
  outcome TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX requests_by_upload ON requests (upload_id, id);

CREATE TABLE request_items (
  request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES upload_items (id) ON DELETE CASCADE,
  PRIMARY KEY (item_id, request_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX request_items_by_request ON request_items (request_id);
`;
