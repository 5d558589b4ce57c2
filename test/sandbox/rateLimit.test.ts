import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../src/sandbox/rateLimit.ts';
import { ask, startQuick } from './sandboxClient.ts';

describe('the rate limit of the sandbox', () => {
  it('admits the burst at once and then two a second', () => {
    let clock = 0;
    const limit = new RateLimit({ perSecond: 2, burst: 5 }, () => new Date(clock));
    const admitted = () => Array.from({ length: 8 }, () => limit.admits('a')).filter(Boolean).length;
    expect(admitted()).toBe(5);
    clock = 1000;
    expect(admitted()).toBe(2);
    clock = 60_000;
    expect(admitted()).toBe(5);
  });

  it('never admits more than burst and rate allow, whatever the clock does, and always admits clients that respect it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 1500 }), { maxLength: 200 }), (steps) => {
        let clock = 1_000_000;
        let forward = 0;
        let admitted = 0;
        const limit = new RateLimit({ perSecond: 2, burst: 5 }, () => new Date(clock));
        for (const step of steps) {
          clock += step;
          forward += Math.max(0, step);
          if (limit.admits('a')) admitted += 1;
        }
        expect(admitted).toBeLessThanOrEqual(5.5 + (forward / 1000) * 2);
      }),
    );
    let clock = 0;
    const limit = new RateLimit({ perSecond: 2, burst: 5 }, () => new Date(clock));
    for (let request = 0; request < 1000; request += 1) {
      // At the limit, with a network delay that varies by up to 100 ms.
      clock = Math.max(0, request - 4) * 500 + 100 + (request % 2) * 100;
      expect(limit.admits('a')).toBe(true);
    }
  });

  it('counts requests by client address, whatever key they carry', async () => {
    const accounts = ['a', 'b'].map((id) => ({ id, api_key: `key-${id}`, roles: ['api'] }));
    const clock = new Date('2026-01-01T00:00:00Z');
    const sandbox = await startQuick(
      { accounts },
      { rate: { perSecond: 2, burst: 2, retryAfter: 3 }, now: () => clock },
    );
    const read = async (key: string) => (await ask(`${sandbox.directory['3.0.1']}articles/x${key}`)).status;
    const seen = [];
    for (const key of [
      '?api_key=key-a',
      '?api_key=key-a',
      '?api_key=key-a',
      '?api_key=key-b',
      '',
      '',
      '?api_key=no',
    ]) {
      seen.push(await read(key));
    }
    expect(seen).toEqual([404, 404, 429, 429, 429, 429, 429]);
    const refused = await ask(`${sandbox.directory['4.0']}articles/x?api_key=key-a`);
    expect([refused.headers.get('retry-after'), refused.headers.get('content-type'), refused.json]).toEqual([
      '3',
      'text/html; charset=utf-8',
      undefined,
    ]);
    await ask(`${sandbox.origin}/_sandbox/limit`, 'POST', 'null');
    expect(await read('?api_key=key-a')).toBe(404);
    expect((await ask(`${sandbox.origin}/_sandbox/limit`, 'POST', { perSecond: 0 })).status).toBe(400);
    await sandbox.stop();
  });
});
