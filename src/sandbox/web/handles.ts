import type { WebAnswer } from './webAnswer.ts';

/**
 * Answers like the handle system about a DOI; `addresses` are the targets of the registered DOIs (reference/sources.md
 * 6).
 */
export function answerHandle(path: string, addresses: ReadonlyMap<string, string>): WebAnswer {
  const handle = decodeURIComponent(/\/api\/handles\/(.*)$/.exec(path)?.[1] ?? '');
  const value = addresses.get(handle.toLowerCase());
  // A DOI with "noaddress" is registered without one.
  if (value === undefined && /noaddress/.test(handle)) return json(200, { responseCode: 200, handle });
  if (value === undefined) return json(404, { responseCode: 100, handle });
  const data = { format: 'string', value };
  return json(200, {
    responseCode: 1,
    handle,
    values: [{ index: 1, type: 'URL', data, ttl: 86_400, timestamp: '2024-05-17T08:00:00Z' }],
  });
}

function json(status: number, value: unknown): WebAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
