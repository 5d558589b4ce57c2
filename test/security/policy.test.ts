import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exportMatrix } from '../../src/main/compliance/exportMatrix.ts';
import { fillPage } from '../../src/main/shell/page.ts';
import { reportHeaders } from '../../src/main/shell/printToPdf.ts';
import { readRendererFile } from '../../src/main/shell/rendererFiles.ts';
import { activePack, setActivePack, shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import { createShellHost } from '../helpers/shellHost.ts';
import { laterPack } from '../helpers/signedPack.ts';
import { openWebShell } from '../helpers/webShell.ts';

const rendererFolder = mkdtempSync(join(tmpdir(), 'colophon-policy-'));
beforeAll(() => {
  mkdirSync(join(rendererFolder, 'assets'));
  writeFileSync(join(rendererFolder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
});
afterAll(() => rmSync(rendererFolder, { recursive: true, force: true }));

/** The headers of the page as sent by each shell: over HTTP, and as the response of Electron's `protocol.handle`. */
const pages: Record<string, () => Promise<Record<string, string>>> = {
  async web() {
    const web = await openWebShell(createShellHost(), { rendererFolder });
    try {
      const answer = await web.send({ path: '/', headers: { cookie: await web.logIn() } });
      return Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    } finally {
      await web.stop();
    }
  },
  async Electron() {
    const file = await readRendererFile(rendererFolder, '/');
    return Object.fromEntries(new Response(file!.body, { headers: file!.headers }).headers);
  },
};

/** Descriptions of everything that a content security policy wrongly admits. */
function weaknesses(policy: string): string[] {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  const sources = new Map(parts.map(([name, ...values]) => [name, values]));
  const all = parts.flatMap(([name, ...values]) => values.map((value) => [name, value] as const));
  const scripts = sources.get('script-src') ?? sources.get('default-src') ?? ['*'];
  const missing = ['default-src', 'base-uri', 'form-action', 'frame-ancestors'].filter(
    (name) => sources.get(name)?.join() !== "'none'",
  );
  return [
    ...(sources.get('require-trusted-types-for')?.join() === "'script'" ? [] : ['text may become markup']),
    ...(sources.get('trusted-types')?.join() === 'dompurify' ? [] : ['others than DOMPurify make markup']),
    ...all.filter(([, value]) => value.includes('unsafe')).map(([name, value]) => `${name} ${value}`),
    ...all.filter(([, value]) => /\*|^https?:/.test(value)).map(([name, value]) => `${name} ${value}`),
    ...scripts
      .filter((value) => /^(data|blob|filesystem):/.test(value))
      .map((value) => `script-src ${value}`),
    ...missing.map((name) => `${name} is not 'none'`),
  ];
}

describe.each(Object.entries(pages))('the page in the %s shell', (_shell, headersOf) => {
  test('the page has a policy that admits only its own code and markup', async () => {
    const policy = (await headersOf())['content-security-policy']!;
    expect(weaknesses(policy)).toEqual([]);
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{16,}'(;|$)/);
  });

  test('the page requests no device and is isolated from other pages', async () => {
    const headers = await headersOf();
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers['permissions-policy']).not.toMatch(/=\(?[^)]*[*a-z]\)?/);
  });
});

test('nothing in a rule pack ends the data of the page', () => {
  const display = '</script><script>alert(1)</script><!-- $& $1';
  setActivePack(laterPack((pack) => void pack.vocabularies.options.pid.push({ value: 'x', display })));
  onTestFinished(() => setActivePack(shippedPack()));
  const html = fillPage('<script type="application/json">"__RULE_PACK__"</script><p>', 'nonce');
  const [, data = ''] = /^<script type="application\/json">([^<]*)<\/script><p>$/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(activePack());
});

test('a printed page admits only its own style sheets', () => {
  const policy = reportHeaders('<style>p { color: red }</style><p style="color: blue">x</p>')[
    'content-security-policy'
  ]!;
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; /);
  expect(policy).not.toContain('unsafe');
  expect(reportHeaders('<p>x</p>')['content-security-policy']).toContain("style-src 'none'");
});

test('a matrix saved as a page admits only its own style sheet', () => {
  const matrix = {
    ...{ id: 1, name: '<style>p {}</style>', lang: 'en', createdAt: '', finishedAt: '' },
    ...{ journals: [], funders: [], organisations: [] },
  } as unknown as Parameters<typeof exportMatrix>[0];
  const { text } = exportMatrix(matrix, [], { format: 'html', at: '2026-11-21' });
  const sheets = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet]) => sheet!);
  expect(sheets).toHaveLength(1);
  const hash = createHash('sha256').update(sheets[0]!).digest('base64');
  expect(text).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'"`);
});

test.each([
  ["script-src 'self' 'unsafe-inline'", "script-src 'unsafe-inline'"],
  ["script-src 'self' data:", 'script-src data:'],
  ["script-src 'self' https://cdn.example.org", 'script-src https://cdn.example.org'],
  ["script-src 'self'; img-src *", 'img-src *'],
  ["script-src 'self'; style-src 'unsafe-hashes'", "style-src 'unsafe-hashes'"],
  ["script-src 'self'", "base-uri is not 'none'"],
  ["script-src 'self'", 'text may become markup'],
  ["require-trusted-types-for 'script'; trusted-types *", 'others than DOMPurify make markup'],
])('a policy such as %s would fail', (policy, weakness) => {
  expect(weaknesses(policy)).toContain(weakness);
});
