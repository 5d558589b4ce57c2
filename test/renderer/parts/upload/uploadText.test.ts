import { describe, expect, test } from 'vitest';
import {
  aboutText,
  durationText,
  shortenMiddle,
  statusLine,
  summaryText,
} from '../../../../src/renderer/parts/upload/uploadText.ts';
import {
  type LastAnnouncement,
  nextAnnouncement,
  paceText,
} from '../../../../src/renderer/screens/Uploads/announcements.ts';
import { speak, t } from '../../../../src/shared/i18n/i18n.ts';
import { literal } from '../../../../src/shared/message.ts';
import { type Upload, type UploadCounts, uploadSchema } from '../../../../src/shared/upload/upload.ts';

test.each(['en', 'fr'] as const)('every reason for a pause has its words, in %s', async (language) => {
  await speak(language);
  for (const reason of uploadSchema.shape.pausedBy.unwrap().options)
    for (const key of [`uploads.paused.${reason}`, `uploads.pausedHelp.${reason}`])
      expect(t(key)).not.toBe(key);
  await speak('en');
});

test('a long request keeps its beginning and its end', () => {
  const address = `https://doaj.org/api/v4/search/articles/${'doi:10.5555/a OR '.repeat(100)}?pageSize=100`;
  const short = shortenMiddle(address, 72);
  expect([...short]).toHaveLength(72);
  expect(short).toMatch(/^https:\/\/doaj\.org\/api\/v4\/search\/articles\/doi.*….*\?pageSize=100$/);
  expect(shortenMiddle('GET https://doaj.org/', 72)).toBe('GET https://doaj.org/');
});

describe('the text about an upload', () => {
  test('shows its progress in one line', () => {
    const upload = uploadOf({ total: 10_000, created: 4190, overwrote: 122, queued: 5450, sending: 238 });
    expect(statusLine({ ...upload, rate: 120, secondsLeft: 11 })).toBe(
      'Sending · 43% · 4,312 of 10,000 records processed · 120 per second · about 11 s left',
    );
  });

  test('gives tenths of a rate only where there are few', () => {
    const upload = uploadOf({ total: 10, created: 1, queued: 9 });
    expect(statusLine({ ...upload, rate: 1942.9 })).toContain('1,943 per second');
    expect(statusLine({ ...upload, rate: 1.94 })).toContain('1.9 per second');
  });

  test('omits rate and remaining time without a basis, and while it is paused', () => {
    const upload = uploadOf({ total: 10, created: 1, queued: 9 });
    expect(statusLine(upload)).toBe('Sending · 10% · 1 of 10 records processed');
    expect(statusLine({ ...upload, state: 'paused', rate: 3, secondsLeft: 9 })).toBe(
      'Paused · 10% · 1 of 10 records processed',
    );
  });

  test('is not 100 % before the last record has its response', () => {
    expect(statusLine(uploadOf({ total: 1000, created: 999, queued: 1 }))).toContain('99%');
  });

  test('ends with the outcome of every record', () => {
    expect(
      summaryText(
        uploadOf({ total: 10_000, created: 9871, overwrote: 100, stored: 20, refused: 7, queued: 2 }),
      ),
    ).toBe('9,991 records stored (9,871 new, 100 updated, 20 not known yet), 7 refused, 2 not sent');
    expect(summaryText(uploadOf({ total: 1, created: 1 }))).toBe('1 record stored (new)');
    expect(summaryText(uploadOf({ total: 1, overwrote: 1 }))).toBe('1 record stored (updated)');
  });

  test.each([
    [0.2, 'under a second'],
    [11.4, 'about 11 s'],
    [99, 'about 99 s'],
    [150, 'about 3 min'],
    [3600, 'about 1 h'],
    [5000, 'about 1 h 23 min'],
  ])('writes %s seconds as %s', (seconds, words) => {
    expect(aboutText(seconds)).toBe(words);
  });

  test('writes a very short time as less than a second', () => {
    expect(durationText(0.4)).toBe('less than 1 s');
  });
});

describe('a screen reader', () => {
  test('announces the start, each 10 %, each pause and the end, but not each record', () => {
    const received: string[] = [];
    let said: LastAnnouncement | null = null;
    const tell = (upload: Upload, at: number) => {
      const next = nextAnnouncement(said, upload, at);
      said = next?.said ?? said;
      if (next) received.push(next.words);
    };
    for (let done = 0; done <= 95; done++)
      tell(uploadOf({ total: 100, created: done, queued: 100 - done }), done);
    tell(
      {
        ...uploadOf({ total: 100, created: 95, queued: 5 }),
        state: 'paused',
        message: literal('No connection.'),
      },
      96,
    );
    tell(uploadOf({ total: 100, created: 95, queued: 5 }), 97);
    tell({ ...uploadOf({ total: 100, created: 98, refused: 2 }), state: 'done' }, 98);
    expect(received.map((words) => words.replace(/ · \d+ of.*/, ''))).toEqual([
      'Sending · 0%',
      'Sending · 10%',
      'Sending · 20%',
      'Sending · 30%',
      'Sending · 40%',
      'Sending · 50%',
      'Sending · 60%',
      'Sending · 70%',
      'Sending · 80%',
      'Sending · 90%',
      'Paused. No connection.',
      'Sending · 95%',
      'Finished. 98 records stored (98 new), 2 refused',
    ]);
  });

  test('announces slow progress every 15 s, and nothing if nothing happened', () => {
    const ready: Upload = { ...uploadOf({ total: 1000, queued: 1000 }), state: 'ready' };
    expect(nextAnnouncement(null, ready, 0)).toBeNull();
    const first = nextAnnouncement(null, uploadOf({ total: 1000, created: 1, queued: 999 }), 0)!;
    const slow = uploadOf({ total: 1000, created: 5, queued: 995 });
    expect(nextAnnouncement(first.said, slow, 14_000)).toBeNull();
    expect(nextAnnouncement(first.said, slow, 15_000)?.words).toContain('5 of 1,000');
    expect(
      nextAnnouncement(first.said, uploadOf({ total: 1000, created: 1, queued: 999 }), 60_000),
    ).toBeNull();
  });
});

describe('the rate limit', () => {
  const limiter = {
    accountId: 'a',
    perSecond: 2,
    burst: 5,
    available: 0,
    nextInMs: 400,
    heldUntil: null,
    waiting: 1,
  };
  const upload = uploadOf({ total: 2, sending: 1, queued: 1 });

  test('is described as a normal state, not as an error', () => {
    expect(paceText(upload, limiter, 360, 0)).toBe(
      'Requests: the directory allows 2 per second. Next request in 0.4 s.',
    );
    expect(paceText(upload, limiter, 0, 0)).toContain('Sending a request now.');
    expect(paceText(upload, limiter, 0, 2_100)).toBe(
      'The directory asked Colophon to slow down. Sending continues in 3 s.',
    );
  });
});

function uploadOf(counts: Partial<UploadCounts>): Upload {
  return {
    id: 1,
    accountId: 'a',
    name: 'Annals',
    state: 'running',
    pausedBy: null,
    message: null,
    counts: {
      total: 0,
      queued: 0,
      sending: 0,
      accepted: 0,
      unsure: 0,
      created: 0,
      overwrote: 0,
      stored: 0,
      refused: 0,
      failed: 0,
      ...counts,
    },
    skipped: 0,
    heldBack: 0,
    idsMissing: 0,
    isKeeping: false,
    replaced: 0,
    requests: 0,
    rate: null,
    secondsLeft: null,
    halving: false,
    limiter: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    startedAt: '2026-11-21T12:00:00.000Z',
    finishedAt: null,
  };
}
