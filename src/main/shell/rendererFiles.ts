import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { commonHeaders, fillPage, pageHeaders } from './page.ts';

export interface RendererFile {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** The built renderer's file for a path (`/` is the page); null outside `folder` and for unknown file types. */
export async function readRendererFile(folder: string, pathname: string): Promise<RendererFile | null> {
  const segments = readSegments(pathname === '/' ? '/index.html' : pathname);
  const type = segments && types[extname(segments.at(-1)!)];
  if (!type) return null;
  const body = await readInside(folder, segments);
  if (!body) return null;
  if (segments.join('/') === 'index.html') return page(body);
  // Vite names the files in `assets` after their content.
  const caching = segments[0] === 'assets' ? 'max-age=31536000, immutable' : 'no-cache';
  return { body, headers: { ...commonHeaders, 'content-type': type, 'cache-control': caching } };
}

/** The segments of a path, or null if any of them could mean something else to a file system. */
function readSegments(pathname: string): string[] | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = decoded.split('/').slice(1);
  return segments.length > 0 && segments.every((segment) => /^[\w@-][\w.@-]*$/.test(segment))
    ? segments
    : null;
}

async function readInside(folder: string, segments: string[]): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    return file.startsWith(root + sep) ? await readFile(file) : null;
  } catch {
    return null;
  }
}

function page(body: Uint8Array): RendererFile {
  const nonce = randomBytes(16).toString('base64');
  const html = fillPage(new TextDecoder().decode(body), nonce);
  return {
    body: new TextEncoder().encode(html),
    headers: { ...commonHeaders, ...pageHeaders(nonce), 'content-type': types['.html']! },
  };
}
