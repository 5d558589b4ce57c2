import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issnCheckDigit } from '../../src/shared/text/identifiers.ts';
import { openComplianceWorld } from '../helpers/complianceWorld.ts';

const journals = 50;
const funders = 20;
/** The service's limit and response time, both sped up by the same factor. */
const factor = 5;
const limit = { perSecond: 10 * factor, burst: 10 };
const answersAfterMs = 1_500 / factor;
const runs = 2;

/**
 * Runs a matrix of 1,000 cells at the checker's limit, five times as fast as in reality, against a service that takes
 * 1.5 seconds per response (sped up likewise), and compares the time with the minimum that the limit allows.
 */
export async function matrixBench() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const { searchParams } = new URL(request.url ?? '', 'http://x/');
    const issn = searchParams.get('issn');
    const answer = {
      request: { journal: [{ id: issn, issn: [issn] }] },
      compliant: true,
      results: [],
      cards: [],
    };
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }, answersAfterMs);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const ratios: { ratio: number; seconds: number; ideal: number; requests: number }[] = [];
    for (let run = 0; run < runs; run++) {
      requests = 0;
      ratios.push(await oneRun(`http://127.0.0.1:${port}/`, () => requests));
    }
    const best = ratios.reduce((a, b) => (b.ratio < a.ratio ? b : a));
    return [
      {
        name: `Ask a matrix of ${journals * funders} cells at the limit (${best.seconds.toFixed(1)} s)`,
        value: best.ratio,
        unit: 'times the ideal',
        goal: 1.05,
        better: 'lower' as const,
        yardstick: `(${best.requests} requests - ${limit.burst}) / ${limit.perSecond} per second = ${best.ideal.toFixed(1)} s, best of ${runs}`,
        baseline: 'limit',
      },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function oneRun(base: string, requests: () => number) {
  const world = openComplianceWorld({ base, limit });
  try {
    const started = performance.now();
    const { id } = await world.handlers['matrix.start']({
      name: 'bench',
      issns: Array.from({ length: journals }, (_, n) => issnOf(n)),
      funders: Array.from({ length: funders }, (_, n) => `fund${n}`),
      rors: [],
      lang: 'en',
      maxAge: 0,
    });
    const { answered } = await world.reached(id, ({ state }) => state !== 'running');
    const seconds = (performance.now() - started) / 1000;
    if (answered !== journals * funders) throw new Error(`Only ${answered} questions were answered.`);
    const ideal = (requests() - limit.burst) / limit.perSecond;
    return { seconds, ideal, requests: requests(), ratio: seconds / ideal };
  } finally {
    await world.close();
    world.remove();
  }
}

function issnOf(n: number): string {
  const digits = `9900${String(n).padStart(3, '0')}`;
  return `9900-${digits.slice(4)}${issnCheckDigit(digits)}`;
}
