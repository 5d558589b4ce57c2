import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { pageSecretName } from '../../src/shared/pageSecret.ts';
import { call, test } from './colophon.ts';

test('a page of another port gets the cookie and can do nothing with it', async ({ page, context }) => {
  const origin = new URL(page.url()).origin;
  let cookie = '';
  const other = createServer((request, response) => {
    cookie ||= request.headers.cookie ?? '';
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const lured = await context.newPage();
    await lured.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    expect(cookie).toMatch(/colophon_\d+=[\w-]{43}/);
    // Neither its server, which can send any header that it knows,
    for (const [method, path] of [
      ['POST', '/call/app.settings'],
      ['POST', '/call/drafts.export'],
      ['GET', '/events'],
    ] as const) {
      const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const body = method === 'POST' ? '{}' : undefined;
      const answer = await fetch(origin + path, { method, headers, body });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    const secret = await page.evaluate((name) => localStorage.getItem(name), pageSecretName);
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const path of ['/', '/?token=x', '/?code=x'])
      expect(await (await fetch(origin + path, { headers: { cookie } })).text()).not.toContain(secret);
    // nor its page, in the same browser.
    const seen = await lured.evaluate(
      async ([address, name]) => [
        localStorage.getItem(name!),
        await fetch(`${address}/call/app.settings`, {
          ...{ method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' },
        }).then(
          ({ type, status }) => [type, status],
          () => 'refused',
        ),
      ],
      [origin, pageSecretName],
    );
    expect(seen).toEqual([null, 'refused']);
  } finally {
    other.close();
    other.closeAllConnections();
  }
});

test('a reload, and a second window with the plain address, go on', async ({ page, context }) => {
  const origin = new URL(page.url()).origin;
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const second = await context.newPage();
  await second.goto(`${origin}/#/settings`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  // Both hear of changes.
  const address = { base: 'https://directory.example.org/api/v4/', dialect: '4.0' } as const;
  await call(page, 'accounts.create', { name: 'Invented Press', ...address, rate: 2, username: 'press' });
  await expect(second.getByRole('heading', { name: 'Invented Press' })).toBeVisible();
  // The address with its token is not in the history of the tab.
  await page.goBack();
  expect(page.url()).not.toContain('token');
});
