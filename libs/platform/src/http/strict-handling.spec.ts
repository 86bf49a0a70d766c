import { expect, it } from '@jest/globals';
import { preferredHandling } from './strict-handling.js';

it('reads the preference of a caller among others', () => {
  for (const prefer of [
    'handling=strict',
    'Handling = "strict"',
    'respond-async, handling=strict; foo',
    ['wait=1', 'handling=strict'],
  ])
    expect(preferredHandling(prefer)).toBe('strict');
  for (const prefer of ['handling=lenient', 'handling=lenient, handling=strict'])
    expect(preferredHandling(prefer)).toBe('lenient');
  for (const prefer of [undefined, '', 'handling=stricter', 'xhandling=strict'])
    expect(preferredHandling(prefer)).toBeNull();
});
