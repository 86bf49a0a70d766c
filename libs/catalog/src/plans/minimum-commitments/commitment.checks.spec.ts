import { expect, it } from '@jest/globals';
import type { RawInput } from '@tollgate/contracts';
import { errorOf } from '../../refusals.fixture.js';
import { checkCommitment } from './commitment.checks.js';
import { draftCommitment } from './commitment.draft.js';
import type { MinimumCommitmentRow } from './minimum-commitments.repository.js';

const stamp = { organizationId: 'organization', now: new Date('2024-05-01T00:00:00Z') };
const taxes = new Map([['vat', { id: 'tax-1' }]]);
const stored: MinimumCommitmentRow = {
  id: 'commitment',
  organization_id: 'organization',
  plan_id: 'plan',
  amount_cents: 500n,
  invoice_display_name: 'Minimum',
  invoice_display_name_translations: {},
  created_at: new Date('2024-01-01T00:00:00Z'),
  updated_at: new Date('2024-01-01T00:00:00Z'),
};
const check = (raw: RawInput, before: MinimumCommitmentRow | null = null) =>
  checkCommitment(draftCommitment(raw), 'plan', before, taxes, stamp);

it('a new commitment needs a positive amount (catalog, section 3.4)', () => {
  expect(check({ amount_cents: 100, tax_codes: ['vat'] })).toMatchObject({
    kind: 'added',
    row: { plan_id: 'plan', amount_cents: 100n, invoice_display_name: null },
    taxIds: ['tax-1'],
  });
  expect(errorOf(() => check({ invoice_display_name: 'm', tax_codes: ['none'] }))).toEqual({
    amount_cents: ['is not a number'],
  });
  expect(errorOf(() => check({ amount_cents: 0 }))).toEqual({ amount_cents: ['value_is_out_of_range'] });
  expect(errorOf(() => check({ amount_cents: 1, tax_codes: ['none'] }))).toBe('tax_not_found');
});

it('a change of a commitment affects its submitted members only, and an empty one removes it', () => {
  expect(check({ invoice_display_name: null }, stored)).toMatchObject({
    kind: 'edited',
    row: { id: 'commitment', amount_cents: 500n, invoice_display_name: null, updated_at: stamp.now },
    taxIds: null,
  });
  expect(errorOf(() => check({ amount_cents: null }, stored))).toEqual({ amount_cents: ['is not a number'] });
  expect(check({}, stored)).toEqual({ kind: 'removed' });
});
