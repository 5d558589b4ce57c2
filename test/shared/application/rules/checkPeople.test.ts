import { describe, expect, it } from 'vitest';
import { findingsWith } from './sample.ts';

describe('the publisher', () => {
  it.each([
    [{ name: '', country: 'NO' }, ['publisher-missing publisher.name']],
    [{ country: 'NO' }, ['member-missing publisher.name']],
    [{ name: 'Sea' }, ['country-missing publisher.country']],
    [{ name: 'Sea', country: '' }, ['country-missing publisher.country']],
    [{ name: 'Sea', country: [] }, ['country-missing publisher.country']],
    [{ name: 'Sea', country: {} }, ['country-missing publisher.country']],
    [{ name: 'Sea', country: '840' }, ['written-otherwise publisher.country']],
    [{ name: 'Sea', country: 840 }, ['country-unknown publisher.country']],
    [{ name: 'Sea', country: 0 }, ['country-unknown publisher.country']],
    [{ name: 'Sea', country: 'UK' }, ['country-unknown publisher.country']],
    [{ name: 'Sea', country: ['NO', 5] }, ['written-otherwise publisher.country']],
    [{ name: 'Sea', country: ['', 'NO'] }, ['country-missing publisher.country']],
    [{ name: 'Sea', country: ['norway'] }, ['country-unknown publisher.country']],
    ['Sea', ['member-not-object publisher']],
  ])('%j: %j', (publisher, findings) => {
    expect(findingsWith({ publisher, institution: undefined })).toEqual(findings);
  });
});

describe('the other organisation', () => {
  it.each([
    [null, []],
    [{ name: 'Sea' }, ['names-equal institution.name', 'names-equal publisher.name']],
    [{ name: 'Lake', country: '' }, []],
    [{ name: 'Lake', country: 0 }, ['value-dropped institution.country']],
    [{ name: 'Lake', country: false }, ['value-dropped institution.country']],
    [{ name: 'Lake', country: true }, ['country-unknown institution.country']],
    [{ country: 'ES' }, ['institution-nameless institution.country']],
    [{ name: ' ', country: 'UK' }, ['country-unknown institution.country', 'value-dropped institution.name']],
  ])('%j: %j', (institution, findings) => {
    expect(findingsWith({ publisher: { name: 'Sea', country: 'NO' }, institution })).toEqual(findings);
  });

  it('has another name than the publisher unless both have none', () => {
    expect(findingsWith({ publisher: { name: '', country: 'NO' }, institution: { name: '' } })).toEqual([
      'publisher-missing publisher.name',
    ]);
  });
});
