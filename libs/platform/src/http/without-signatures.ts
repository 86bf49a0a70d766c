/** Parameters of signed addresses, of this installation and others, which open a file for anyone. */
const opening = /[?&]([\w-]*[_-])?(token|signature|sig|key|expires)=/i;
const webAddress = /^https?:\/\//i;
/** User and password before a host. */
const userinfo = /^(https?:\/\/)[^/?#@\s]*@/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Redacts an object for a log: addresses that open a file without a key become null, and addresses lose user and
 * password. Readers of a log may lack access to the objects in it (customers, section 15.1).
 * @param value any JSON value, which stays unchanged
 */
export function withoutSignedAddresses(value: unknown): unknown {
  if (typeof value === 'string') return webAddress.test(value) ? cleanAddress(value) : value;
  if (Array.isArray(value)) return value.map(withoutSignedAddresses);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSignedAddresses(inner)]));
}

const cleanAddress = (address: string): string | null =>
  opening.test(address) ? null : address.replace(userinfo, '$1');
