/** Version 7: counts of each upload's items by state, since there may be hundreds of thousands of items. */
export const uploadCounts = `
-- Kept by the triggers below, whoever changes the items.
CREATE TABLE upload_counts (
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  -- empty: none
  outcome TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (upload_id, state, outcome)
) STRICT, WITHOUT ROWID;
INSERT INTO upload_counts SELECT upload_id, state, coalesce(outcome, ''), count(*) FROM upload_items GROUP BY 1, 2, 3;

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
`;
