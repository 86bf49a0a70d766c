import { expect, it } from '@jest/globals';
import { secondProof } from './forms.js';

it.each([
  [undefined, {}],
  ['  ', {}],
  ['123456', { otp_code: '123456' }],
  ['123 456', { otp_code: '123456' }],
  ['abcd-efgh', { recovery_code: 'abcd-efgh' }],
])('a second proof that is typed as %j is sent as %j', (typed, proof) => {
  expect(secondProof(typed)).toEqual(proof);
});
