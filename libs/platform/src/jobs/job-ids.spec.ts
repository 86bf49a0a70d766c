import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keyOfText, newId } from '../ids.js';
import { faultOfId } from './job-ids.js';

it.each(['a:b', '', '12', 'a b', 'a\u0000', 'ä', 'x'.repeat(501)])('refuses the id %j', (id) => {
  expect(faultOfId('payment-event', id)).not.toBeNull();
});

it('takes the ids of rows, and keys of any text from outside', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => faultOfId('payment-event', `${newId()}/${keyOfText(text)}`) === null,
    ),
  );
});
