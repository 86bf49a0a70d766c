import { describe, expect, it } from '@jest/globals';
import { slugOf, slugOfName, varied } from './slugs.js';

describe('slugs of organizations', () => {
  it('derive from names', () => {
    expect(slugOfName('Café Zürich & Co.')).toBe('cafe-zurich-co');
    expect(slugOfName('a'.repeat(50))).toBe('a'.repeat(40));
  });

  it('are random when the name yields none', () => {
    for (const name of ['ab', '12345', 'Admin', '日本']) expect(slugOfName(name)).toMatch(/^org-[a-z0-9]{5}$/);
  });

  it('vary when one is in use', () => {
    expect(varied('acme')).toMatch(/^acme-[a-z0-9]{3}$/);
    expect(varied('a'.repeat(40))).toHaveLength(40);
  });

  it('derive from the id of an organization without one', () => {
    expect(slugOf({ id: '0190b1c4-0000-7000-8000-0123456789ab', slug: null })).toBe('org-0123456789ab');
  });
});
