import { expect, test } from 'vitest';
import {
  sectionInView,
  settingsSections,
} from '../../../../src/renderer/state/navigation/settingsSections.ts';

/** Headings 300 px apart in a window 700 px high, scrolled down by so many pixels. */
const places = (scrolled: number) => settingsSections.map((name, at) => ({ name, top: at * 300 - scrolled }));

test('the section at the upper edge is the one in view', () => {
  expect(sectionInView(places(0), 700, null)).toBe('accounts');
  expect(sectionInView(places(-24), 700, null)).toBe('accounts');
  expect(sectionInView(places(320), 700, null)).toBe('office');
});

test('a section that was chosen stays marked while its heading is visible, even if it cannot reach the upper edge', () => {
  const end = (settingsSections.length - 1) * 300 - 600;
  expect(sectionInView(places(end), 700, 'about')).toBe('about');
  expect(sectionInView(places(end), 700, null)).toBe('facts');
  expect(sectionInView(places(600), 700, 'about')).toBe('appearance');
  expect(sectionInView(places(600.5), 700, 'appearance')).toBe('appearance');
});
