import { describe, expect, it } from 'vitest';
import { comparable, serviceInteger } from '../../../src/shared/application/applicationValues.ts';

describe('a whole number', () => {
  it.each([
    [-0.5, 0],
    ['-0', 0],
    ['1_000', 1000],
    ['1_00_0', 1000],
    ['1__0', null],
    ['1_', null],
    ['1_a', null],
  ])('is read from %j as %s', (value, read) => {
    expect(serviceInteger(value)).toBe(read);
  });
});

describe('values of an application', () => {
  it.each<[path: string, a: unknown, b: unknown]>([
    ['bibjson.title', 'Sea', ' Sea '],
    ['bibjson.title', 5, '5'],
    ['bibjson.title', true, 'True'],
    ['bibjson.oa_start', 2005.9, '+2005'],
    ['bibjson.boai', true, 'TRUE'],
    ['bibjson.boai', false, 'False'],
    ['bibjson.publisher.country', 'NO', 'Norway'],
    ['bibjson.publisher.country', 'US', '840'],
    ['bibjson.language', ['', null], undefined],
    ['bibjson.language', ['EN', 'NO'], ['Norwegian', 'English', '']],
    ['bibjson.apc.max', [{ currency: 'EUR', price: '5' }], [{ currency: 'Euro', price: 5, note: '' }]],
    ['bibjson.apc.max', [{ currency: 'EUR' }], [{ currency: '978' }]],
    ['bibjson.pissn', '1234-5679', '12345679'],
    ['bibjson.eissn', '1234-5679', '12345679'],
    ['bibjson.keywords', ['Fish', 'sea'], ['SEA', ' fish', null]],
    ['bibjson.keywords', [true, 5], ['true', '5']],
    ['bibjson.license', [{ type: 'CC BY', BY: true }], [{ type: 'CC BY', NC: true }]],
  ])('at %s, %j and %j are equal', (path, a, b) => {
    expect(comparable(path, a)).toBe(comparable(path, b));
  });

  it.each<[path: string, a: unknown, b: unknown]>([
    ['bibjson.title', 'Sea', 'sea'],
    ['bibjson.title', '12345679', '1234-5679'],
    ['bibjson.oa_start', 'long ago', 'lately'],
    ['bibjson.boai', 'maybe', 'perhaps'],
    ['bibjson.boai', false, undefined],
    ['bibjson.publisher.country', 'Atlantis', 'Utopia'],
    ['bibjson.publisher.country', 840, 'US'],
    ['bibjson.language', ['Elvish'], ['Klingon']],
    ['bibjson.apc.max', [{ currency: 'EUR', price: 5 }], [{ currency: 'EUR', price: 6 }]],
    ['bibjson.apc.max', [{ currency: 'shells', price: 5 }], [{ currency: 'beads', price: 5 }]],
    ['bibjson.apc.max', [{ currency: 978 }], [{ currency: 'EUR' }]],
    // Letters become small ones, so this is not the same as upper case.
    ['bibjson.keywords', ['straße'], ['strasse']],
    ['bibjson.license', [{ type: 'CC BY' }], [{ type: 'CC BY-NC' }]],
    [
      'bibjson.license',
      [{ type: "Publisher's own license", BY: true }],
      [{ type: "Publisher's own license", NC: true }],
    ],
    ['bibjson.publisher', { name: 'A', é: 1 }, { name: 'A', é: 2 }],
  ])('at %s, %j and %j differ', (path, a, b) => {
    expect(comparable(path, a)).not.toBe(comparable(path, b));
  });
});
