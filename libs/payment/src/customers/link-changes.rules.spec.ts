import { describe, expect, it } from '@jest/globals';
import type { CustomerData } from '../providers/ports/customers.js';
import { digestOf, linkChange, type NeededLink } from './link-changes.rules.js';

const needed: NeededLink = { connectionId: 'stripe', providerCustomerId: null, methodTypes: ['card'] };
const stored = { connection_id: 'stripe', provider_customer_id: 'cus_1', sent_digest: 'now', is_due: false };

describe('the link of a changed customer (webhooks, section 10.1)', () => {
  it('is stored when it is new', () => {
    expect(linkChange(undefined, needed, 'now')).toEqual({ kind: 'put', providerCustomerId: null, replaces: false });
    expect(linkChange(undefined, null, 'now')).toEqual({ kind: 'none' });
  });

  it('is removed with its provider', () => {
    expect(linkChange(stored, null, 'now')).toEqual({ kind: 'remove' });
  });

  it('is replaced by another connection, and by another id', () => {
    const other = { ...needed, connectionId: 'other' };
    expect(linkChange(stored, other, 'now')).toMatchObject({ kind: 'put', replaces: true });
    expect(linkChange(stored, { ...needed, providerCustomerId: 'cus_2' }, 'now')).toEqual({
      kind: 'put',
      providerCustomerId: 'cus_2',
      replaces: true,
    });
  });

  it('is due while the provider lacks the present data', () => {
    expect(linkChange(stored, needed, 'now')).toEqual({ kind: 'refresh', isDue: false });
    expect(linkChange(stored, needed, 'later')).toEqual({ kind: 'refresh', isDue: true });
    expect(linkChange({ ...stored, is_due: true }, needed, 'now')).toEqual({ kind: 'refresh', isDue: true });
  });

  it('takes an id that the caller gives before the provider has created one', () => {
    const waiting = { ...stored, provider_customer_id: null };
    expect(linkChange(waiting, { ...needed, providerCustomerId: 'cus_3' }, 'now')).toMatchObject({
      kind: 'put',
      providerCustomerId: 'cus_3',
      replaces: false,
    });
  });
});

describe('the fingerprint of a customer', () => {
  const address = { line1: 'Main St 1', line2: null, city: 'Paris', postalCode: '75001', state: null, country: 'FR' };
  const data: CustomerData = {
    id: 'c',
    externalId: 'acme',
    name: 'Acme',
    email: null,
    phone: null,
    address,
    methodTypes: ['card'],
  };

  it('follows the data, and not the ways to pay', () => {
    expect(digestOf(data)).toBe(digestOf({ ...data, methodTypes: ['link'] }));
    expect(digestOf(data)).not.toBe(digestOf({ ...data, name: 'Other' }));
    expect(digestOf(data)).not.toBe(digestOf({ ...data, address: { ...address, city: null, state: 'Paris' } }));
  });

  it('is the same for stored data, whose fields have another order', () => {
    const { country, line1, ...others } = address;
    const { id, name, ...more } = data;
    expect(digestOf({ ...more, name, address: { country, ...others, line1 }, id })).toBe(digestOf(data));
  });
});
