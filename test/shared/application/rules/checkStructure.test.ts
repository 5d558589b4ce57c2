import { describe, expect, it } from 'vitest';
import { check, findingsWith, fullApplication, withValues } from './sample.ts';

describe('an answer', () => {
  it.each([
    [' YES ', true],
    ['1\n', true],
    [' Off', false],
    ['n', false],
    ['not yes', null],
    ['yes!', null],
    ['piano', null],
    ['no!', null],
    [{}, null],
  ])('that reads %j may mean %s', (given, meant) => {
    const found = check(withValues(fullApplication, { 'bibjson.boai': given })).filter(
      ({ code }) => code === 'boolean-unreadable',
    );
    expect(found.map(({ fix }) => fix?.changes[0]?.value ?? null)).toEqual([meant]);
  });
});

describe('a number', () => {
  it.each([
    ['EUR 12', 12],
    ['1,000,000 EUR', 1_000_000],
    ["12'500", 12_500],
    ['1 234.00', 1_234],
    ['12.50', null],
    ['900 Kč', 900],
    ['900 euros per article', 900],
    ['2k EUR', null],
    ['2 thousand', null],
    ['90 cents', null],
    ['EUR 30 per page', null],
    ['5 %', null],
    ['1234 567', null],
    ['about 5, or 6', null],
    [{}, null],
  ])('that reads %j may mean %s', (price, meant) => {
    const charge = { has_apc: true, url: 'https://sea.example', max: [{ currency: 'EUR', price }] };
    const found = check(withValues(fullApplication, { 'bibjson.apc': charge })).filter(
      ({ code }) => code === 'number-unreadable',
    );
    expect(found.map(({ fix }) => fix?.changes[0]?.value ?? null)).toEqual([meant]);
  });
});

describe('a number with a unit', () => {
  it.each([
    ['publication_time_weeks', '12 weeks', 12],
    ['publication_time_weeks', '12wks.', 12],
    ['publication_time_weeks', ' 12 semaines ', 12],
    ['publication_time_weeks', '3 months', null],
    ['publication_time_weeks', '90 days', null],
    ['publication_time_weeks', 'less than 12 weeks', null],
    ['oa_start', 'since 2012', 2012],
    ['oa_start', '5 years ago', null],
  ])('%s that reads %j may mean %s', (name, given, meant) => {
    const found = check(withValues(fullApplication, { [`bibjson.${name}`]: given })).filter(
      ({ code }) => code === 'number-unreadable',
    );
    expect(found.map(({ fix }) => fix?.changes[0]?.value ?? null)).toEqual([meant]);
  });
});

describe('a value of another kind', () => {
  it.each([
    [{ discontinued_date: 5 }, 'application-date-unreadable discontinued_date'],
    [{ replaces: [{}] }, 'journal-issn-unreadable replaces[0]'],
    [{ keywords: ['<script>', 'b', 'c'] }, 'script-tag keywords[0]'],
    [{ title: 'a <script>' }, 'script-tag title'],
  ])('%j: %s', (values, finding) => {
    expect(findingsWith(values)).toContain(finding);
  });

  it.each([{ discontinued_date: '' }, { keywords: ['a <script>', 'b', 'c'] }])(
    'is accepted: %j',
    (values) => {
      expect(findingsWith(values)).toEqual([]);
    },
  );
});
