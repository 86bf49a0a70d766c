import { expect, it } from '@jest/globals';
import { sizeOfMessage } from './log-messages.js';

it('counts bytes, not characters', () => {
  expect(sizeOfMessage({ key: 'ä', value: '€' })).toBe(64 + 2 + 3);
});
