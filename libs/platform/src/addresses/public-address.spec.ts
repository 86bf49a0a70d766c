import { expect, it } from '@jest/globals';
import { isPrivateUrl, isPublicAddress } from './public-address.js';

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.1.1',
  '100.63.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['metadata', '169.254.169.254'],
  ['shared by carriers', '100.64.0.1'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '203.0.113.5'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001::1'],
  ['documentation', '2001:db8::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['no address', 'example.com'],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  'http://localhost/x',
  'https://LOCALHOST.:8080/',
  'http://api.localhost/',
  'http://ip6-localhost/',
  'http://intranet.:8080/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://017700000001/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]:9000/',
  'http://[fd00::1]/',
  'http://user:secret@10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
])('recognizes a private address: %s', (url) => {
  expect(isPrivateUrl(url)).toBe(true);
});

it.each(['https://example.com/hooks', 'http://8.8.8.8/', 'https://localhost.example.com/', 'https://10.example.com/'])(
  'recognizes no private address: %s',
  (url) => {
    expect(isPrivateUrl(url)).toBe(false);
  },
);
