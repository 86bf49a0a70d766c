import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf } from './networks.rules.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('is the same for all addresses of a network of 64 bits', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  const [network, host] = [
    fc.array(group, { minLength: 4, maxLength: 4 }),
    fc.array(group, { minLength: 4, maxLength: 4 }),
  ];
  fc.assert(
    fc.property(network, host, host, (first, one, other) => {
      const at = (rest: string[]) => networkOf([...first, ...rest].join(':'));
      return at(one) === at(other);
    }),
  );
});
