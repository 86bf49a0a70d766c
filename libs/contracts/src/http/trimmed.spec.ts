import { expect, it } from '@jest/globals';
import { SubscriptionCreate } from '../resources/subscriptions.js';
import { trimmed } from './fields.js';

it.each([
  [' \t a b \r\n\0', 'a b'],
  ['\ufeffbom', '\ufeffbom'],
  ['\u00a0a\u3000', '\u00a0a\u3000'],
  [' \n', ''],
  ['', ''],
])('%j becomes %j', (untrimmed, expected) => expect(trimmed(untrimmed)).toBe(expected));

it('is not slower for a text of blanks', () =>
  expect(trimmed(`${' '.repeat(1_000_000)}a${' '.repeat(1_000_000)}b`)).toHaveLength(1_000_002));

it('a subscription id retains characters that are not ASCII blanks', () => {
  const ids = { external_id: ' \ufeffbom ', external_customer_id: '\u00a0c' };
  expect(SubscriptionCreate.shape.external_id.parse(ids.external_id)).toBe('\ufeffbom');
  expect(SubscriptionCreate.shape.external_customer_id.parse(ids.external_customer_id)).toBe('\u00a0c');
});
