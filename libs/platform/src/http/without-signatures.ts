/** What opens something for whoever has the address: parameters of signed addresses, of this installation and of others. */
const opening = /[?&]([\w-]*[_-])?(token|signature|sig|key|expires)=/i;
const webAddress = /^https?:\/\//i;
/** User and password before a host. */
const userinfo = /^(https?:\/\/)[^/?#@\s]*@/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * An object as a log keeps it: members that are addresses under which a file can be had without a key are null, and
 * addresses name no user and password. Whoever may read a log may not have what it tells of (customers, section 15.1).
 * @param value any JSON value, which stays as it is
 */
export function withoutSignedAddresses(value: unknown): unknown {
  if (typeof value === 'string') return webAddress.test(value) ? cleanAddress(value) : value;
  if (Array.isArray(value)) return value.map(withoutSignedAddresses);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSignedAddresses(inner)]));
}

const cleanAddress = (address: string): string | null =>
  opening.test(address) ? null : address.replace(userinfo, '$1');
