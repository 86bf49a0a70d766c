import ipaddr from 'ipaddr.js';

/** The range that IANA has allocated for the internet so far; all other IPv6 ranges are special or unallocated. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Private, loopback, link-local (including cloud metadata
 * services), multicast, unspecified and all other special ranges do not. IPv6 forms that embed an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) do not either: a router may unwrap that address.
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
 * Whether a webhook URL is visibly not on the public internet. The connector resolves and checks host names later, when
 * it connects.
 * @param url an absolute URL
 */
export function isPrivateUrl(url: string): boolean {
  // The parser normalizes every spelling of an IPv4 address (octal, hexadecimal, shortened).
  const { hostname } = new URL(url);
  if (namesOfThisMachine.test(hostname)) return true;
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(bare)) return !isPublicAddress(bare);
  // Names without a dot are those of a local network, such as `ip6-localhost`.
  return !hostname.replace(/\.$/, '').includes('.');
}
