import { isIPv6 } from 'node:net';

/**
 * The network that an address counts as: an IPv6 address counts by its first 64 bits, because one host has all of them.
 * An IPv4 address counts alone, also as `::ffff:192.0.2.1`.
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - widthOf(groups(tail));
  const all = [...groups(head), ...Array<string>(Math.max(missing, 0)).fill('0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
const widthOf = (groups: string[]): number => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
