import { describe, expect, it } from '@jest/globals';
import type { EmbeddedCustomer } from '@tollgate/contracts';
import { contactOf, digestOfContact } from './ledger-contact.rules.js';

const blank = { address_line1: null, address_line2: null, city: null, state: null, zipcode: null, country: null };
const customer = {
  svc_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90',
  external_id: 'acme',
  name: ' ',
  legal_name: 'Acme Ltd',
  firstname: 'Ann',
  lastname: '',
  email: 'a@acme.example',
  phone: null,
  legal_number: null,
  tax_identification_number: 'GB1',
  ...blank,
  city: 'London',
  shipping_address: blank,
} as unknown as EmbeddedCustomer;

describe('the contact of a customer (webhooks, section 20)', () => {
  it('has its legal name without another one, and no blank texts', () => {
    expect(contactOf(customer)).toMatchObject({
      number: customer.svc_id,
      name: 'Acme Ltd',
      firstName: 'Ann',
      lastName: null,
      billing: { line1: null, city: 'London' },
      shipping: null,
    });
  });

  it('has a shipping address of its own', () => {
    const shipped = { ...customer, shipping_address: { ...blank, city: 'Leeds' } } as EmbeddedCustomer;
    expect(contactOf(shipped).shipping).toMatchObject({ city: 'Leeds' });
  });

  it('has a fingerprint that follows its data alone', () => {
    const digest = digestOfContact(contactOf(customer));
    expect(digestOfContact(contactOf({ ...customer, currency: 'GBP' }))).toBe(digest);
    expect(digestOfContact(contactOf({ ...customer, phone: '1' }))).not.toBe(digest);
  });
});
