import { expect, it } from 'vitest';
import { findingsWith } from './sample.ts';

const euro = { currency: 'EUR', price: 5 };

it.each([
  ['x', ['not-a-list apc.max']],
  [['x'], ['not-an-object apc.max[0]', 'charge-missing apc.max']],
  [[{ price: 3 }], ['charge-dropped apc.max[0]', 'charge-missing apc.max']],
  [[euro, { price: 3 }], ['charge-dropped apc.max[1]']],
  [[{ ...euro, price: '5' }], ['written-otherwise apc.max[0].price']],
  [
    [
      { ...euro, price: -3 },
      { currency: 'CHF', price: 1 },
    ],
    ['charge-negative apc.max[0].price'],
  ],
  [[{ ...euro, price: 0 }], ['charge-zero apc.max[0].price']],
  // Nothing more is said about a charge that cannot be read.
  [[{ ...euro, price: 'abc' }, euro], ['number-unreadable apc.max[0].price']],
  [[{ currency: '€', price: -3 }], ['currency-unknown apc.max[0].currency']],
])('the charges %j: %j', (max, findings) => {
  expect(findingsWith({ 'apc.max': max })).toEqual(findings);
});

it.each([[[{ price: 3 }]], [[{ ...euro, price: 0 }]], [[euro, euro]]])(
  'the charges %j beside the answer no are only ignored',
  (max) => {
    expect(findingsWith({ 'apc.has_apc': false, 'apc.max': max })).toEqual(['ignored-by-answer apc.max']);
  },
);
