// Ids in Stripe's form. They are random, so that a new double never repeats those that its callers stored.
import { randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** @returns a random text of letters and digits */
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');

/** @returns an id such as `cus_…`. Ids of payments contain a time-like part and are longer */
export function newId(prefix: string): string {
  const isLong = ['ch', 'evt', 'mandate', 'pi', 'pm', 'py', 're', 'seti', 'txn', 'we', 'du'].includes(prefix);
  return isLong ? `${prefix}_3${randomText(23)}` : `${prefix}_${randomText(prefix === 'cs_test' ? 58 : 14)}`;
}

export const clientSecret = (id: string): string => `${id}_secret_${randomText(25)}`;
