import { describe, expect, it } from '@jest/globals';
import { paymentRoutes, walletRoutes, apiKeyRoutes } from '@tollgate/contracts';
import { newId } from '../ids.js';
import { repetitionOf } from './repetition.js';
import type { ApiRequest } from './tenant.js';

const tenant = { organizationId: newId(), apiKeyId: newId() };
const request = (key: string | undefined, body: unknown = { a: 1 }, params = {}) =>
  ({ headers: { 'idempotency-key': key }, params, body }) as unknown as ApiRequest;
const read = (key: string | undefined, body?: unknown, params?: object) =>
  repetitionOf(paymentRoutes.create, tenant, request(key, body, params));

describe('the key of a call', () => {
  it('is absent without the header, or when it is blank', () => {
    expect([read(undefined), read(''), read('  ')]).toEqual([undefined, undefined, undefined]);
  });

  it('has a bounded length', () => {
    expect(read('k'.repeat(255))).toMatchObject({ header: 'k'.repeat(255) });
    expect(() => read('k'.repeat(256))).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('counts for its caller and its address', () => {
    const visit = { expiresAt: 1, sections: [], session: null, person: null, mayChange: true, managesPeople: false };
    const keys = [
      read('k'),
      read('l'),
      read('k', undefined, { svc_id: 'x' }),
      repetitionOf(walletRoutes.create, tenant, request('k')),
      repetitionOf(paymentRoutes.create, { ...tenant, organizationId: newId() }, request('k')),
      repetitionOf(paymentRoutes.create, { ...tenant, customer: { customerId: 'c', ...visit } }, request('k')),
    ].map((each) => each?.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(repetitionOf(paymentRoutes.create, { ...tenant, apiKeyId: null }, request('k'))?.key).toBe(keys[0]);
  });

  it('belongs to a body, in whatever order its fields come', () => {
    const digest = (body: unknown) => read('k', body)?.body;
    expect(digest({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(digest({ b: { d: [1, 2], c: 2 }, a: 1 }));
    expect(digest({ a: [1, 2] })).not.toBe(digest({ a: [2, 1] }));
    expect(digest({ a: 1 })).not.toBe(digest({ a: '1' }));
  });

  it('stores the answer unless that shows a secret', () => {
    expect(read('k')?.storesAnswer).toBe(true);
    expect(repetitionOf(apiKeyRoutes.create, tenant, request('k'))?.storesAnswer).toBe(false);
  });
});
