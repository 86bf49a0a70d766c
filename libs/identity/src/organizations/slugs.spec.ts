import { describe, expect, it } from '@jest/globals';
import { slugOf, slugOfName, varied } from './slugs.js';

describe('slugs of organizations', () => {
  it('are made of names', () => {
    expect(slugOfName('Café Zürich & Co.')).toBe('cafe-zurich-co');
    expect(slugOfName('a'.repeat(50))).toBe('a'.repeat(40));
  });

  it('are random where the name gives none', () => {
    for (const name of ['ab', '12345', 'Admin', '日本']) expect(slugOfName(name)).toMatch(/^org-[a-z0-9]{5}$/);
  });

  it('differ where one is in use', () => {
    expect(varied('acme')).toMatch(/^acme-[a-z0-9]{3}$/);
    expect(varied('a'.repeat(40))).toHaveLength(40);
  });

  it('are read out of the id of an organization that has none', () => {
    expect(slugOf({ id: '0190b1c4-0000-7000-8000-0123456789ab', slug: null })).toBe('org-0123456789ab');
  });
});
