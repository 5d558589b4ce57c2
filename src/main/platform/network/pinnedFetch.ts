import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { getCACertificates, rootCertificates } from 'node:tls';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** Sends a request for `address` to one of these IP addresses, whatever its name resolves to by then. */
export type PinnedFetch = (
  address: string,
  init: RequestInit,
  addresses: readonly string[],
) => Promise<Response>;

/**
 * A fetch without redirects and cookies that connects to the given IP addresses only, so that what was checked is what
 * is asked. With an `environment`, its proxy is used; a proxy resolves names itself, so it gets the name.
 */
export function createPinnedFetch(environment?: NodeJS.ProcessEnv): PinnedFetch {
  return (address, init, addresses) => {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = (isSecure ? https : http).request(
      url,
      {
        method: init.method ?? 'GET',
        headers: { 'accept-encoding': 'gzip, br', ...Object.fromEntries(new Headers(init.headers)) },
        agent: environment ? proxyAgent(isSecure, environment) : false,
        lookup: lookupOf(url.hostname, addresses),
        ...(isSecure ? { ca: certificates() } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      },
      (answer) => {
        try {
          resolve(toResponse(answer, init.method ?? 'GET'));
        } catch (error) {
          answer.destroy();
          reject(error);
        }
      },
    );
    sent.on('error', reject);
    // Nobody asked for another protocol. Without this, Node would drop the connection and report nothing.
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(connectionLost());
    });
    sent.on('close', () => reject(connectionLost()));
    sent.end(init.body as string | undefined);
    return promise;
  };
}

function connectionLost(): Error {
  return Object.assign(new Error('The connection ended.'), { code: 'ECONNRESET' });
}

function proxyAgent(isSecure: boolean, environment: NodeJS.ProcessEnv): http.Agent {
  const proxyEnv = { ...environment };
  return isSecure ? new https.Agent({ proxyEnv }) : new http.Agent({ proxyEnv });
}

/** Answers for the host with its checked addresses; a proxy's own name is resolved as usual. */
function lookupOf(host: string, addresses: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    if (hostname !== host) return lookup(hostname, options, callback as never);
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (!first) callback(Object.assign(new Error(`${host} is unknown.`), { code: 'ENOTFOUND' }), '');
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

let trusted: string[] | undefined;

/** Those of Node and of the system, as with a browser: a publisher's own authority is known only there. */
function certificates(): string[] {
  trusted ??= [...rootCertificates, ...getCACertificates('system')];
  return trusted;
}

function toResponse(answer: http.IncomingMessage, method: string): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(unpacked(answer)) as ReadableStream<Uint8Array>, { status, headers });
}

function unpacked(answer: http.IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.toLowerCase();
  const unpack =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : null;
  if (!unpack) return answer;
  answer.on('error', (error) => unpack.destroy(error));
  unpack.on('close', () => answer.destroy());
  return answer.pipe(unpack);
}
