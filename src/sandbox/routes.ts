import type { Answer } from './answers.ts';
import type { Dialect } from './articles/articleService.ts';
import type { Directory } from './directory.ts';
import { readPythonJson } from './python/pythonJson.ts';
import type { PyValue } from './python/pythonValue.ts';
import { Refusal, TEXTS } from './refusals.ts';
import type { Account } from './world.ts';

export interface ApiRequest {
  method: string;
  /** Percent-decoded, below the versioned root, without leading slash. */
  path: string;
  /** The first value of a query parameter, or of a form field if there is a form. */
  parameter: (name: string) => string | undefined;
  body: Uint8Array;
}

export interface RouteContext {
  directory: Directory;
  dialect: Dialect;
  callback: string | undefined;
  /** The path pattern's capture: an id or a query. */
  caught: string;
}

/** The versions of the API: `documented` is 3.0.1 as specified, the others are as deployed. */
export type ApiVersion = 1 | 2 | 3 | 4 | 'documented';

interface RouteShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the versioned root; its first group is passed to the handler. */
  pattern: RegExp;
  /** Versions in which the route works. */
  versions: ApiVersion[];
  /** Versions in which it reports only that the version is no longer supported; elsewhere it is an unknown path. */
  retired?: ApiVersion[];
  /** Writes are refused in read-only mode. */
  writes?: boolean;
}

/** One route, by its key requirement. */
export type Route = RouteShape &
  (
    | {
        key: 'none' | 'optional';
        handle: (request: ApiRequest, context: RouteContext, account: Account | undefined) => Answer;
      }
    | { key: 'required'; handle: (request: ApiRequest, context: RouteContext, account: Account) => Answer }
  );

/** Parses the body as JSON; refuses anything else with 400 (reference/directory-api.md 2.3, addenda 1.2). */
export function jsonBody(request: ApiRequest): PyValue {
  const read = readPythonJson(request.body);
  if (!read) throw new Refusal(400, TEXTS.notJson);
  return read.value;
}
