import { describe, expect, it } from '@jest/globals';
import type { EmbeddedCustomer } from '@tollgate/contracts';
import { customerDataOf } from './customer-data.rules.js';

const dataOf = (changes: Partial<EmbeddedCustomer>) =>
  customerDataOf({ svc_id: 'id', external_id: 'c', ...changes } as EmbeddedCustomer, ['card']);

describe('the data of a customer at its provider (webhooks, section 11.2)', () => {
  it('is its name, else the name of its person', () => {
    expect(dataOf({ name: 'Acme', firstname: 'Ada' }).name).toBe('Acme');
    expect(dataOf({ name: null, firstname: 'Ada', lastname: 'Byron' }).name).toBe('Ada Byron');
    expect(dataOf({ name: null, firstname: null, lastname: 'Byron' }).name).toBe('Byron');
    expect(dataOf({ name: null, firstname: null, lastname: null }).name).toBeNull();
  });

  it('has the parts of its name', () => {
    expect(dataOf({ name: 'Acme', firstname: 'Ada', lastname: ' ' }).names).toEqual({
      company: 'Acme',
      first: 'Ada',
      last: null,
    });
    expect(dataOf({ name: null, firstname: 'Ada', lastname: 'Byron' }).names?.company).toBeNull();
  });

  it('has the first of its mail addresses', () => {
    expect(dataOf({ email: 'a@example.com, b@example.com' }).email).toBe('a@example.com');
    expect(dataOf({ email: null }).email).toBeNull();
    expect(dataOf({ email: 'info@müller.example' }).email).toBe('info@xn--mller-kva.example');
    expect(dataOf({ email: `${'a'.repeat(250)}@acme.example` }).email).toBeNull();
  });
});
