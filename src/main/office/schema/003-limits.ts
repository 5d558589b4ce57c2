/** One limit for each directory, whichever computer of the office asks it. */
export const limits = `
-- How much of a directory's limit is left, as of a moment.
CREATE TABLE colophon.limits (
  origin text PRIMARY KEY,
  tokens double precision NOT NULL,
  at timestamptz NOT NULL,
  -- after a 429: nothing is sent until then
  held_until timestamptz NOT NULL DEFAULT 'epoch'
);

CREATE FUNCTION colophon.refuse_strangers() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM colophon.permissions p WHERE p.person = session_user;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This person has no account here.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Takes one request out of a token bucket, like rateLimiter.ts; returns the milliseconds to wait, 0 if it was taken.
CREATE FUNCTION colophon.take_request(directory text, per_second double precision, capacity double precision)
RETURNS double precision LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  bucket colophon.limits;
  moment timestamptz;
  since timestamptz;
  wait double precision;
BEGIN
  PERFORM colophon.refuse_strangers();
  INSERT INTO colophon.limits (origin, tokens, at) VALUES (directory, capacity, clock_timestamp())
    ON CONFLICT DO NOTHING;
  SELECT * INTO bucket FROM colophon.limits l WHERE l.origin = directory FOR UPDATE;
  moment := clock_timestamp();
  -- The clock may have been set back.
  bucket.held_until := least(bucket.held_until, moment + interval '15 minutes');
  -- The directory's counter is ahead of ours after a 429: a pause ends with a single request.
  since := least(moment, greatest(bucket.at, bucket.held_until - make_interval(secs => 1 / per_second)));
  bucket.tokens := least(capacity, bucket.tokens + extract(epoch FROM moment - since) * per_second);
  wait := greatest(extract(epoch FROM bucket.held_until - moment), (1 - bucket.tokens) / per_second, 0);
  IF wait = 0 THEN bucket.tokens := bucket.tokens - 1; END IF;
  UPDATE colophon.limits l SET tokens = bucket.tokens, at = moment, held_until = bucket.held_until
    WHERE l.origin = directory;
  RETURN ceil(wait * 1000);
END $$;

-- Nobody sends to the directory for so many milliseconds.
CREATE FUNCTION colophon.hold_requests(directory text, milliseconds double precision) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM colophon.refuse_strangers();
  UPDATE colophon.limits l SET tokens = 0,
    held_until = greatest(l.held_until, clock_timestamp() + make_interval(secs => milliseconds / 1000))
    WHERE l.origin = directory;
END $$;

ALTER TABLE colophon.limits ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON FUNCTION colophon.refuse_strangers, colophon.take_request, colophon.hold_requests FROM PUBLIC;
GRANT EXECUTE ON FUNCTION colophon.take_request, colophon.hold_requests TO colophon_editors;
`;
