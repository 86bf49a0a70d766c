import { describe, expect, it } from '@jest/globals';
import { scopeText } from './due-instructions.js';

describe('instructions', () => {
  it('are due again after a change of what they depend on', () => {
    const scope = {
      connectionId: 'c',
      providerCustomerId: 'cus_1',
      currency: 'EUR',
      countries: { customer: 'FR', issuer: null },
      language: 'fr',
    };
    const changed = [
      { connectionId: 'd' },
      { providerCustomerId: 'cus_2' },
      { currency: 'USD' },
      { countries: { customer: 'DE', issuer: null } },
      { language: 'de' },
    ].map((change) => scopeText({ ...scope, ...change }));
    expect(new Set([scopeText(scope), ...changed]).size).toBe(6);
  });
});
