import { secured } from './secured.ts';

/** One limit for each directory, whichever computer of the office asks it. */
export const limits = `
-- How much of a directory's limit is left, as of a moment.
CREATE TABLE colophon.limits (
  origin text PRIMARY KEY,
  tokens double precision NOT NULL,
  at timestamptz NOT NULL,
  -- after a 429: nothing is sent until then, because this person's computer was asked to wait
  held_from timestamptz NOT NULL DEFAULT 'epoch',
  held_until timestamptz NOT NULL DEFAULT 'epoch',
  held_by name
);

-- Who asked for a request of a directory's limit: when each got the last one, and until when one is kept for somebody who
-- was told to wait.
CREATE TABLE colophon.takers (
  origin text NOT NULL,
  person name NOT NULL,
  served_at timestamptz NOT NULL DEFAULT 'epoch',
  kept_until timestamptz NOT NULL DEFAULT 'epoch',
  PRIMARY KEY (origin, person)
);

-- The directory of an account, whose address never changes.
CREATE FUNCTION colophon.origin_of(account json) RETURNS text LANGUAGE sql IMMUTABLE ${secured} AS $$
  SELECT lower(substring(colophon.member(account, 'base') FROM '^https?://[^/?#]+'));
$$;

-- The directory of the first of these accounts for which this person may send, and its limit: the lowest rate of those
-- accounts, at most what the directory permits to everybody. Its address as the accounts write it never changes.
CREATE FUNCTION colophon.limit_of(accounts uuid[])
RETURNS TABLE (origin text, per_second double precision, capacity double precision) LANGUAGE sql STABLE ${secured} AS $$
  SELECT a.origin, least(2, greatest(0.1, min(a.rate)))::double precision, 4::double precision
  FROM (
    SELECT r.id, colophon.origin_of(r.record) AS origin,
      colophon.member(r.record, 'rate')::numeric AS rate
    FROM colophon.records r WHERE r.id = ANY (accounts) AND r.kind = 'account' AND colophon.may_send(r.id)
  ) a
  WHERE a.origin IS NOT NULL GROUP BY a.origin ORDER BY min(a.id::text) LIMIT 1;
$$;

-- Takes one request out of a token bucket, like rateLimiter.ts; returns the milliseconds to wait, 0 if it was taken, and
-- null if this person may send for none of the accounts. People take turns: a request is kept for each one who was told to
-- wait and whose last request was longer ago, so that nobody gets more than their share, however often they ask.
CREATE FUNCTION colophon.take_request(accounts uuid[]) RETURNS double precision LANGUAGE plpgsql ${secured} AS $$
DECLARE
  given record;
  bucket colophon.limits;
  moment timestamptz;
  since timestamptz;
  wait double precision;
  others integer;
BEGIN
  PERFORM colophon.refuse_lists(1000, cardinality(accounts));
  SELECT * INTO given FROM colophon.limit_of(accounts);
  IF given.origin IS NULL THEN RETURN NULL; END IF;
  INSERT INTO colophon.limits (origin, tokens, at) VALUES (given.origin, given.capacity, clock_timestamp())
    ON CONFLICT DO NOTHING;
  SELECT * INTO bucket FROM colophon.limits l WHERE l.origin = given.origin FOR UPDATE;
  moment := clock_timestamp();
  -- The clock may have been set back.
  bucket.held_until := least(bucket.held_until, moment + interval '15 minutes');
  -- The directory's counter is ahead of ours after a 429: a pause ends with a single request.
  since := least(moment, greatest(bucket.at, bucket.held_until - make_interval(secs => 1 / given.per_second)));
  bucket.tokens := least(given.capacity, bucket.tokens + extract(epoch FROM moment - since) * given.per_second);
  SELECT count(*) INTO others FROM colophon.takers t
    WHERE t.origin = given.origin AND t.person <> session_user AND t.kept_until > moment
      AND t.served_at < coalesce((SELECT o.served_at FROM colophon.takers o
        WHERE o.origin = given.origin AND o.person = session_user), 'epoch');
  wait := greatest(extract(epoch FROM bucket.held_until - moment),
    (least(1 + others, given.capacity) - bucket.tokens) / given.per_second, 0);
  IF wait = 0 THEN bucket.tokens := bucket.tokens - 1; END IF;
  INSERT INTO colophon.takers AS t (origin, person, served_at, kept_until)
    VALUES (given.origin, session_user, CASE WHEN wait = 0 THEN moment ELSE 'epoch' END,
      CASE WHEN wait = 0 THEN 'epoch' ELSE moment + make_interval(secs => wait + 3) END)
    ON CONFLICT (origin, person) DO UPDATE SET kept_until = excluded.kept_until,
      served_at = greatest(t.served_at, excluded.served_at);
  UPDATE colophon.limits l SET tokens = bucket.tokens, at = moment, held_until = bucket.held_until
    WHERE l.origin = given.origin;
  RETURN ceil(wait * 1000);
END $$;

-- Nobody sends to the directory for so many milliseconds. The pauses of one person last a quarter of an hour at most;
-- then the others can send for as long before this person can ask for another one.
CREATE FUNCTION colophon.hold_requests(accounts uuid[], milliseconds double precision) RETURNS void
LANGUAGE plpgsql ${secured} AS $$
DECLARE
  given record;
  moment timestamptz := clock_timestamp();
  until timestamptz;
BEGIN
  PERFORM colophon.refuse_lists(1000, cardinality(accounts));
  IF milliseconds IS NULL OR milliseconds <= 0 THEN RETURN; END IF;
  SELECT * INTO given FROM colophon.limit_of(accounts);
  IF given.origin IS NULL THEN RETURN; END IF;
  until := moment + make_interval(secs => least(milliseconds, 900000) / 1000);
  UPDATE colophon.limits l SET tokens = 0, held_until = until, held_by = session_user,
      held_from = CASE WHEN l.held_by = session_user AND moment <= l.held_until + (l.held_until - l.held_from)
        THEN l.held_from ELSE moment END
    WHERE l.origin = given.origin AND l.held_until < until
      AND (l.held_by IS DISTINCT FROM session_user OR moment > l.held_until + (l.held_until - l.held_from)
        OR until <= l.held_from + interval '15 minutes');
END $$;

ALTER TABLE colophon.limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.takers ENABLE ROW LEVEL SECURITY;
`;
