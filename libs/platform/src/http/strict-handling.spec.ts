import { expect, it } from '@jest/globals';
import { prefersStrictHandling } from './strict-handling.js';

it('reads the preference of a caller among others', () => {
  for (const prefer of [
    'handling=strict',
    'Handling = "strict"',
    'respond-async, handling=strict; foo',
    ['wait=1', 'handling=strict'],
  ])
    expect(prefersStrictHandling(prefer)).toBe(true);
  for (const prefer of [
    undefined,
    '',
    'handling=lenient',
    'handling=stricter',
    'xhandling=strict',
    'handling=lenient, handling=strict',
  ])
    expect(prefersStrictHandling(prefer)).toBe(false);
});
