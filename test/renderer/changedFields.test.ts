import { expect, test } from 'vitest';
import { countedFields, listOfFields } from '../../src/renderer/screens/UpdateRequests/changedFields.ts';
import { fieldText } from '../../src/shared/i18n/fieldText.ts';

test('the number of changed fields comes before their names, unless there is only one', () => {
  const paths = ['bibjson.keywords', 'bibjson.apc.url', 'bibjson.oa_start'];
  const names = paths.map((path) => fieldText(path)).join(' · ');
  expect(listOfFields(paths)).toBe(names);
  expect(countedFields(paths)).toBe(`3: ${names}`);
  expect(countedFields(['bibjson.keywords'])).toBe(fieldText('bibjson.keywords'));
});

test('fields with the same name are named and counted once', () => {
  expect(countedFields(['bibjson.publisher', 'bibjson.publisher.name'])).toBe(fieldText('bibjson.publisher'));
});
