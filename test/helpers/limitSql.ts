/** Gives every directory of an office this limit, instead of what its accounts say, so that tests end soon. */
export const limitSql = ({ perSecond, burst }: { perSecond: number; burst: number }): string => `
CREATE OR REPLACE FUNCTION colophon.limit_of(accounts uuid[])
RETURNS TABLE (origin text, per_second double precision, capacity double precision) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, colophon, pg_temp AS $$
  SELECT lower(substring(colophon.member(r.record, 'base') FROM '^https?://[^/?#]+')),
    ${perSecond}::double precision, greatest(1, ${burst} - 1)::double precision
  FROM colophon.records r WHERE r.id = ANY (accounts) AND r.kind = 'account' AND colophon.may_send(r.id) LIMIT 1;
$$`;
