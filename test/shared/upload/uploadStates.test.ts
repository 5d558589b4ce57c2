import { expect, test } from 'vitest';
import {
  type ItemState,
  itemMayStep,
  itemStateSchema,
  type UploadState,
  uploadMayStep,
  uploadStateSchema,
  uploadSteps,
} from '../../../src/shared/upload/uploadStates.ts';

/** Second copies of the tables, so that changing them is a decision. */
const uploadTable: Record<UploadState, UploadState[]> = {
  reading: ['ready', 'cancelled'],
  ready: ['running', 'cancelled'],
  running: ['paused', 'done', 'cancelled'],
  paused: ['running', 'cancelled'],
  done: ['running'],
  cancelled: [],
};
const itemTable: Record<ItemState, ItemState[]> = {
  queued: ['sending', 'refused', 'done'],
  sending: ['queued', 'accepted', 'unsure', 'done', 'refused'],
  accepted: ['queued', 'unsure', 'done', 'refused'],
  unsure: ['queued', 'done', 'failed'],
  done: [],
  refused: ['queued'],
  failed: ['queued'],
};

test('an upload takes the steps of its table, and no other', () => {
  expect(uploadSteps).toEqual(uploadTable);
  expect(new Set(uploadStateSchema.options)).toEqual(new Set(Object.keys(uploadTable)));
  for (const from of uploadStateSchema.options)
    for (const to of uploadStateSchema.options)
      expect([from, to, uploadMayStep(from, to)]).toEqual([from, to, uploadTable[from].includes(to)]);
});

test('an article in an upload takes the steps of the outbox for articles, and no other', () => {
  expect(new Set(itemStateSchema.options)).toEqual(new Set(Object.keys(itemTable)));
  for (const from of itemStateSchema.options)
    for (const to of itemStateSchema.options)
      expect([from, to, itemMayStep(from, to)]).toEqual([from, to, itemTable[from].includes(to)]);
});
