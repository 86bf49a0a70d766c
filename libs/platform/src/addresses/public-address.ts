import ipaddr from 'ipaddr.js';

/** What is allotted for use on the internet so far; everything else of IPv6 is special or not yet given out. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. Private, loopback, link-local (with the metadata services of
 * clouds), multicast, unspecified and all other special ranges are not; nor are IPv6 forms that carry an IPv4 address
 * inside (mapped, NAT64, 6to4, Teredo), because a router may take that address out again.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.parse(bare);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}

const namesOfThisMachine = /^(?:.+\.)?localhost\.?$/i;

/**
 * Whether an address that webhooks are to be sent to can be seen, by itself, not to be on the public internet. What a
 * name leads to is known, and checked, only when it is connected to.
 * @param url an absolute URL
 */
export function isPrivateUrl(url: string): boolean {
  // The parser writes every spelling of an IPv4 address (octal, hexadecimal, shortened) in the usual one.
  const { hostname } = new URL(url);
  if (namesOfThisMachine.test(hostname)) return true;
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) && !isPublicAddress(bare);
}
