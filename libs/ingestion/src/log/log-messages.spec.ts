import { expect, it } from '@jest/globals';
import { batchesOf, sizeOfMessage } from './log-messages.js';

const message = (bytes: number, name = 'k') => ({ key: name, value: 'x'.repeat(bytes - name.length - 64) });

it('sends messages in their order, no more at once than a broker takes', () => {
  const messages = [400, 500, 100, 1000, 900, 100, 101].map((bytes) => message(bytes));
  const batches = batchesOf(messages, 1000);
  expect(batches.map((batch) => batch.map(sizeOfMessage))).toEqual([[400, 500, 100], [1000], [900, 100], [101]]);
  expect(batches.flat()).toEqual(messages);
});

it('counts bytes, not characters', () => {
  expect(sizeOfMessage({ key: 'ä', value: '€' })).toBe(64 + 2 + 3);
});
