/** SQL in the trigger below: the content that the article had when the draft was sent, or took it. */
const knownContent = 'coalesce(new.sent_content, new.taken_content)';
/** SQL in the same: colleagues learn it from the draft, too, but only this computer can tell which of two looks was before. */
const toShare = `CASE WHEN state = 'removed' OR EXISTS (SELECT 1 FROM upload_items i WHERE i.draft_id = new.id
  AND i.state = 'done' AND i.sent_content = new.sent_content) THEN 0 ELSE office_seq END`;

/** What is known of each article and journal of an account at the directory, and what the directory did on its own. */
export const watch = `
-- Every article that was ever sent, or found there as the account's own.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  remote_id TEXT NOT NULL,
  -- 'deleted': it was there and is not; 'withdrawn': its journal was; 'removed': deleted with Colophon
  state TEXT NOT NULL DEFAULT 'present' CHECK (state IN ('present', 'deleted', 'withdrawn', 'removed')),
  -- the watched journal with whose articles it is counted; empty: with none
  journal_id TEXT NOT NULL DEFAULT '',
  -- JSON list of other watched journals with one of its ISSNs; empty: none
  others TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL DEFAULT '',
  journal TEXT NOT NULL DEFAULT '',
  -- its own ISSNs, 'print/online', and its line in the directory's weekly mail (shared/watch/mailLine.ts)
  issns TEXT NOT NULL DEFAULT '',
  line TEXT NOT NULL DEFAULT '',
  doi_key TEXT,
  url_key TEXT,
  -- hash of what the directory was last known to store of the publisher's data, as it was read or sent; null: not known
  own_hash TEXT,
  -- hash of what the directory copies from the journal
  copied_hash TEXT,
  -- as the directory dates it; created_at null: not read back yet
  created_at TEXT,
  updated_at TEXT,
  -- when it was last read, and its last inventory
  seen_at TEXT,
  inventory INTEGER NOT NULL DEFAULT 0,
  -- what it was sent again as
  successor TEXT,
  -- its full-text addresses as the directory has them, one on each line; empty: none; null: not known
  links TEXT,
  -- the host of the first of them, when they were last checked in rotation, and 1 if one of them failed then for the first time
  link_host TEXT,
  links_checked_at TEXT,
  links_doubted INTEGER NOT NULL DEFAULT 0,
  -- its number in the office; 0: not there, or changed here since; -1: not sent (store/watch/sharedWatchStore.ts)
  office_seq INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, remote_id)
) STRICT;

CREATE INDEX ledger_counted ON ledger (account_id, journal_id, remote_id, created_at) WHERE state = 'present';
CREATE INDEX ledger_shared ON ledger (account_id) WHERE state = 'present' AND others <> '';
CREATE INDEX ledger_by_age ON ledger (account_id, created_at) WHERE state = 'present';
CREATE INDEX ledger_by_line ON ledger (account_id, line);
CREATE INDEX ledger_by_doi ON ledger (account_id, doi_key) WHERE doi_key IS NOT NULL AND state = 'present';
CREATE INDEX ledger_by_url ON ledger (account_id, url_key) WHERE url_key IS NOT NULL AND state = 'present';
CREATE INDEX ledger_by_host ON ledger (link_host, account_id, links_checked_at) WHERE state = 'present' AND links <> '';
CREATE INDEX ledger_doubted ON ledger (account_id, links_checked_at)
  WHERE links_doubted = 1 AND state = 'present' AND links <> '';
CREATE INDEX ledger_without_links ON ledger (account_id) WHERE links IS NULL AND state = 'present';
CREATE INDEX ledger_to_share ON ledger (account_id) WHERE office_seq = 0;

CREATE TABLE gap_runs (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- JSON: the last search for articles that are missing at the directory (shared/gaps/gaps.ts)
  run TEXT NOT NULL,
  -- when the last search of all journals and sources began, however it ended, and the last one that need not be made again
  tried_at TEXT,
  made_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE watched_journals (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- 'gone': withdrawn, or its record was removed
  state TEXT NOT NULL CHECK (state IN ('present', 'gone')),
  -- JSON list: ISSNs that it has now, and those that it had and that articles may still have
  issns TEXT NOT NULL,
  former TEXT NOT NULL DEFAULT '[]',
  -- JSON: what is watched of its record (shared/watch/journalFacts.ts)
  facts TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  office_seq INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE findings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('deleted', 'changed', 'withdrawn', 'journal', 'former', 'link')),
  -- of the article or the journal
  remote_id TEXT NOT NULL,
  title TEXT NOT NULL,
  about TEXT NOT NULL,
  noticed_at TEXT NOT NULL,
  happened_at TEXT,
  -- JSON: a message; null: nothing is known
  reason TEXT,
  -- JSON list of {path, before, after}
  differences TEXT NOT NULL DEFAULT '[]',
  articles INTEGER NOT NULL DEFAULT 0,
  decision TEXT CHECK (decision IN ('left', 'sentAgain', 'adopted', 'taken', 'resent', 'over')),
  decided_at TEXT,
  -- the draft that is sent again for it
  draft_id INTEGER,
  office_seq INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Grows with each finding and each decision, whichever code or trigger makes it.
CREATE TABLE finding_stamps (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER findings_added AFTER INSERT ON findings BEGIN
  INSERT INTO finding_stamps VALUES (new.account_id, 1) ON CONFLICT DO UPDATE SET stamp = stamp + 1;
END;
CREATE TRIGGER findings_decided AFTER UPDATE OF decision ON findings WHEN old.decision IS NOT new.decision BEGIN
  UPDATE finding_stamps SET stamp = stamp + 1 WHERE account_id = new.account_id;
END;

CREATE UNIQUE INDEX findings_open ON findings (account_id, kind, remote_id) WHERE decision IS NULL;
CREATE INDEX findings_by_kind ON findings (account_id, kind, decision IS NULL, id);
CREATE INDEX findings_by_draft ON findings (draft_id) WHERE draft_id IS NOT NULL;
CREATE INDEX findings_by_time ON findings (account_id, noticed_at);
CREATE INDEX findings_by_subject ON findings (account_id, remote_id, id);
CREATE INDEX findings_to_share ON findings (account_id) WHERE office_seq = 0;

-- The draft has an article there, was sent, or took its content; undoing a change may set an earlier time of sending
-- again. Only what is sent changes the article; what is taken may be what the directory's staff changed, which the next
-- look has to find different from what was known.
CREATE TRIGGER ledger_sent AFTER UPDATE OF remote_id, sent_hash, sent_at, sent_content, taken_content ON drafts
  WHEN new.remote_id IS NOT NULL AND (old.remote_id IS NOT new.remote_id OR old.sent_hash IS NOT new.sent_hash
    OR old.sent_at IS NOT new.sent_at OR old.sent_content IS NOT new.sent_content
    OR old.taken_content IS NOT new.taken_content) BEGIN
  INSERT INTO ledger (account_id, remote_id, title, doi_key, url_key, own_hash)
    VALUES (new.account_id, new.remote_id, new.title, new.doi_key, new.url_key, ${knownContent})
    ON CONFLICT DO UPDATE SET office_seq = ${toShare}, state = CASE WHEN state = 'removed' THEN 'present' ELSE state END,
      own_hash = CASE WHEN new.sent_content IS NOT NULL AND (old.remote_id IS NOT new.remote_id
        OR old.sent_at IS NOT new.sent_at OR old.sent_content IS NOT new.sent_content) THEN new.sent_content
        ELSE coalesce(own_hash, ${knownContent}) END,
      links = CASE WHEN new.sent_content IS NOT NULL AND (old.remote_id IS NOT new.remote_id
        OR old.sent_at IS NOT new.sent_at OR old.sent_content IS NOT new.sent_content) THEN NULL ELSE links END;
  -- The directory recognised another article than the one that was to be overwritten.
  UPDATE ledger SET own_hash = NULL, office_seq = 0
    WHERE account_id = new.account_id AND remote_id = old.remote_id AND remote_id <> new.remote_id
      AND own_hash = new.sent_content;
  -- With other ISSNs an article may be stored as a new one, and the former stays until the directory deletes it.
  UPDATE ledger SET successor = new.remote_id, office_seq = 0 WHERE account_id = new.account_id
    AND remote_id <> new.remote_id AND ((remote_id = old.remote_id AND state <> 'present')
      OR remote_id IN (SELECT remote_id FROM findings WHERE draft_id = new.id AND kind IN ('deleted', 'former')));
  -- What only gets another id, as when taking that over is done again, is not sent.
  UPDATE findings SET decision = iif(new.sent_content IS NULL AND new.sent_at IS old.sent_at, 'adopted', 'sentAgain'),
      decided_at = coalesce(new.sent_at, noticed_at), office_seq = 0
    WHERE account_id = new.account_id AND kind = 'deleted' AND decision IS NULL AND remote_id <> new.remote_id
      AND (draft_id = new.id OR remote_id = old.remote_id);
  UPDATE findings SET decision = 'resent', decided_at = new.sent_at, office_seq = 0
    WHERE account_id = new.account_id AND kind IN ('changed', 'former') AND decision IS NULL
      AND (remote_id = new.remote_id OR (kind = 'former' AND draft_id = new.id))
      AND new.sent_content IS NOT NULL AND new.sent_at > coalesce(old.sent_at, '');
  -- What was taken may be older than what is there now.
  UPDATE findings SET decision = 'taken', decided_at = new.sent_at, office_seq = 0
    WHERE account_id = new.account_id AND kind = 'changed' AND decision IS NULL AND remote_id = new.remote_id
      AND new.taken_content = (SELECT own_hash FROM ledger WHERE account_id = new.account_id AND remote_id = new.remote_id);
  -- The broken link is not in what was sent. Of a draft that was edited since, nobody knows before it is read back.
  UPDATE findings SET decision = 'resent', decided_at = new.sent_at, office_seq = 0
    WHERE account_id = new.account_id AND kind = 'link' AND decision IS NULL AND remote_id = new.remote_id
      AND new.sent_at > coalesce(old.sent_at, '') AND new.hash = new.sent_hash AND json_valid(new.record)
      AND NOT EXISTS (SELECT 1 FROM json_each(differences) f, json_each(new.record, '$.bibjson.link') l
        WHERE trim(CASE WHEN l.type = 'object' THEN json_extract(l.value, '$.url') END) = json_extract(f.value, '$.before'));
END;

-- A broken link is none of an article that has other links now, or is gone.
CREATE TRIGGER ledger_relinked AFTER UPDATE OF links, state ON ledger
  WHEN (new.links IS NOT NULL AND new.links IS NOT old.links) OR (new.state <> 'present' AND old.state = 'present') BEGIN
  UPDATE findings SET decision = 'over', decided_at = max(coalesce(new.seen_at, ''), noticed_at), office_seq = 0
    WHERE account_id = new.account_id AND kind = 'link' AND decision IS NULL AND remote_id = new.remote_id
      AND (new.state <> 'present' OR NOT EXISTS (SELECT 1 FROM json_each(differences) f
        WHERE instr(char(10) || new.links || char(10), char(10) || json_extract(f.value, '$.before') || char(10)) > 0));
END;

CREATE TRIGGER ledger_known AFTER INSERT ON drafts WHEN new.remote_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO ledger (account_id, remote_id, title, doi_key, url_key, own_hash)
    VALUES (new.account_id, new.remote_id, new.title, new.doi_key, new.url_key, ${knownContent});
END;

-- A deletion that somebody asked for is none of the directory's.
CREATE TRIGGER ledger_removed AFTER UPDATE OF state ON deletions
  WHEN new.state IN ('deleted', 'gone') AND old.state IS NOT new.state BEGIN
  UPDATE ledger SET state = 'removed', office_seq = 0
    WHERE account_id = new.account_id AND remote_id = new.remote_id AND state = 'present';
END;
CREATE TRIGGER ledger_removed_elsewhere AFTER INSERT ON deletions WHEN new.state IN ('deleted', 'gone') BEGIN
  UPDATE ledger SET state = 'removed', office_seq = 0
    WHERE account_id = new.account_id AND remote_id = new.remote_id AND state = 'present';
END;

CREATE TABLE watches (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  looked_at TEXT,
  -- up to when changes at the directory are known, by its clock
  known_until TEXT,
  -- when the last whole inventory began, and its number; the one that is under way: JSON {began, done, block, after, held}
  inventory_at TEXT,
  inventory INTEGER NOT NULL DEFAULT 0,
  unfinished TEXT,
  requests INTEGER NOT NULL DEFAULT 0,
  -- JSON: why the last look did not end
  problem TEXT,
  -- when the account's newest application was last changed there
  applications_until TEXT,
  -- when a schedule last sent what was missing at the directory, on any computer of the office
  sent_found_at TEXT,
  -- what the server takes in one query
  ids_at_once INTEGER NOT NULL DEFAULT 80,
  issns_at_once INTEGER NOT NULL DEFAULT 80,
  -- JSON: what the office has of this
  shared TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE watch_days (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  present INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
`;
