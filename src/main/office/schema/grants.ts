/** What people may do: read what the policies show them, and call these functions. Nothing else is granted to anybody. */
export const grants = `
REVOKE ALL ON ALL TABLES IN SCHEMA colophon FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA colophon FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA colophon FROM PUBLIC;
GRANT USAGE ON SCHEMA colophon TO colophon_editors;
GRANT SELECT ON colophon.office, colophon.creators, colophon.permissions, colophon.records, colophon.history,
  colophon.queue, colophon.deletions, colophon.watch TO colophon_editors;
GRANT EXECUTE ON FUNCTION colophon.open_office, colophon.add_account, colophon.save_records, colophon.add_history,
  colophon.enqueue, colophon.dequeue, colophon.take_sender, colophon.release_sender, colophon.begin_request,
  colophon.unsettled,
  colophon.end_requests, colophon.add_deletions, colophon.end_deletion, colophon.put_watch, colophon.take_request, colophon.hold_requests,
  colophon.attend, colophon.leave, colophon.colleagues, colophon.blockers,
  colophon.end_blockers TO colophon_editors;
`;
