import { randomUUID } from 'node:crypto';
import type { Refusal } from './refusals.ts';

/** An HTTP response: a serialised body and its headers. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const CORS = { 'Access-Control-Allow-Origin': '*' };

/** A JSON response, wrapped for a `callback` if one was requested (reference/directory-api.md 1.3). */
export function json(
  status: number,
  value: unknown,
  callback: string | undefined,
  headers: Record<string, string> = {},
): Answer {
  const text = value === undefined ? '' : JSON.stringify(value);
  return {
    status,
    headers: {
      ...CORS,
      'Content-Type': callback ? 'application/javascript; charset=utf-8' : 'application/json',
      ...headers,
    },
    body: callback ? `${callback}(${text})` : text,
  };
}

const STATUS_WORDS: Record<Refusal['status'], string> = {
  400: 'bad_request',
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not_found',
  500: 'Unable to retrieve the recource.',
};

/** The JSON error body of the directory, with its reference (reference/directory-api.md 2.1). */
export function refused({ status, message }: Refusal, callback: string | undefined): Answer {
  return json(
    status,
    { status: STATUS_WORDS[status], error: `${message} (ref: ${newReference()})` },
    callback,
  );
}

/** The reference, different for every error. */
export function newReference(): string {
  return randomUUID();
}

/** An HTML page, as returned by the service's web framework or the server in front of it. */
export function page(status: number, title: string, headers: Record<string, string> = CORS): Answer {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

/** A redirect with a host-relative address. */
export function redirect(status: number, location: string): Answer {
  return page(status, 'Redirecting...', { ...CORS, Location: location });
}
