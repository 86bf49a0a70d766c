import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { hasCallersKeys, unknownRecords } from './own-keys.js';
import { messages } from './messages.js';
import { allRoutes } from './routes.js';

const payloads = Object.values(messages).map(({ payload }) => payload);

it('every free-form object has a declared owner of its keys', () =>
  expect(unknownRecords(allRoutes, payloads)).toEqual([]));

it('a new one is found at any depth', () => {
  const labels = z.record(z.string(), z.string());
  const [known] = allRoutes;
  const answer = {
    tax: z.object({ labels: labels.nullish() }),
    taxes: z.array(z.union([z.string(), z.object({ labels })])),
  };
  expect(known && unknownRecords([{ ...known, answer }], [])).toEqual(['labels']);
  expect(unknownRecords([], [z.object({ sent: z.object({ labels }) })])).toEqual(['labels']);
});

it('codes, groups and properties belong to the caller; names of resources to the service', () => {
  expect(['entitlements', 'overrides', 'presentation_by', 'properties', 'metadata'].every(hasCallersKeys)).toBe(true);
  expect(['plan_overrides', 'customer', 'constructor', 'tax'].some(hasCallersKeys)).toBe(false);
});
