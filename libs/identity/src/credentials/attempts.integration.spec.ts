import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { databaseUrl } from '@tollgate/testing';
import { Config, Connections, TooManyRequests } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { Attempts } from './attempts.js';
import { limits, proofTries } from './attempts.rules.js';

let connections: Connections;
let attempts: Attempts;

beforeAll(() => {
  const secret = 'unused by this test of tries';
  const settings = { DATABASE_URL: databaseUrl(), ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret };
  connections = new Connections(new Config({ ...settings, LOG_LEVEL: 'silent' }));
  attempts = new Attempts(new IdentityDatabase(connections));
});
afterAll(() => connections.onApplicationShutdown());

/** Names that only this run uses. */
const unique = (name: string) => `${name}-${randomUUID()}`;
const allowed = async (email: string, address: string, device: string | null = null): Promise<boolean> => {
  try {
    await attempts.take(proofTries(email, address, device));
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
};
const count = async (times: number, attempt: () => Promise<boolean>): Promise<number> => {
  let passed = 0;
  for (let time = 0; time < times; time++) if (await attempt()) passed += 1;
  return passed;
};

it('locks a person to the address that tries, and after many tries to all addresses', async () => {
  const person = unique('person');
  const [here, elsewhere] = [unique('here'), unique('elsewhere')];
  expect(await count(limits.person.most + 2, () => allowed(person, here))).toBe(limits.person.most);
  expect(await allowed(person, elsewhere)).toBe(true);
  await attempts.proved(person, elsewhere, null);
  expect(await allowed(person, here)).toBe(false);
  await count(limits.everywhere.most, () => allowed(person, unique('anywhere')));
  expect(await allowed(person, elsewhere)).toBe(false);
  await attempts.unlock(person);
  expect([await allowed(person, here), await allowed(person, elsewhere)]).toEqual([true, true]);
});

it('leaves a person its tries at a device from which it signed in, and counts a network of IPv6 as one address', async () => {
  const [person, network] = [unique('person'), randomUUID().slice(0, 4)];
  const at = (host: number) => `2001:db8:${network}:2::${host.toString(16)}`;
  let host = 1;
  expect(await count(limits.person.most + 5, () => allowed(person, at(host++)))).toBe(limits.person.most);
  await count(limits.everywhere.most, () => allowed(person, unique('anywhere')));
  const device = unique('device');
  expect(await allowed(person, unique('anywhere'))).toBe(false);
  expect(await count(limits.device.most + 2, () => allowed(person, at(1), device))).toBe(limits.device.most);
  await attempts.proved(person, at(1), device);
  expect(await allowed(person, at(1), device)).toBe(true);
});

it('leaves a first try to people behind an address that others have exhausted', async () => {
  const address = unique('shared');
  for (let tried = 0; tried < limits.address.most; tried++) await allowed(unique('stranger'), address);
  const person = unique('person');
  expect(await allowed(person, address)).toBe(true);
  expect(await allowed(person, address)).toBe(false);
  await attempts.proved(person, address, null);
  expect(await allowed(person, address)).toBe(true);
});
