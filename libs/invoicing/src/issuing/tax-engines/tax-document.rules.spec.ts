import { describe, expect, it } from '@jest/globals';
import type { TaxMapping } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { linesOf, taxCustomerOf, type FeeToTax } from './tax-document.rules.js';

const fee = (type: FeeToTax['type'], itemCode: string): FeeToTax => ({
  id: `${type}-${itemCode}`,
  type,
  itemCode,
  name: itemCode,
  amountCents: 100n,
  units: new Decimal(1),
});
const mappings: TaxMapping[] = [
  { item_type: 'billable_metric', item_code: 'calls', external_code: 'E-CALLS' },
  { item_type: 'add_on', item_code: 'setup', external_code: 'E-SETUP' },
  { item_type: 'subscription_fee', item_code: null, external_code: 'E-PLAN' },
];

describe('the lines of a document', () => {
  it('have the codes of their items', () => {
    const fees = [
      fee('charge', 'calls'),
      fee('fixed_charge', 'setup'),
      fee('add_on', 'setup'),
      fee('subscription', 'p'),
    ];
    expect(linesOf(fees, mappings).map(({ itemCode }) => itemCode)).toEqual([
      'E-CALLS',
      'E-SETUP',
      'E-SETUP',
      'E-PLAN',
    ]);
  });

  it('fall back to the general item, or to none', () => {
    const fees = [fee('charge', 'other'), fee('commitment', 'p')];
    expect(linesOf(fees, mappings).map(({ itemCode }) => itemCode)).toEqual([null, null]);
    const fallback: TaxMapping = { item_type: 'fallback_item', item_code: null, external_code: 'E-ANY' };
    expect(linesOf(fees, [...mappings, fallback]).map(({ itemCode }) => itemCode)).toEqual(['E-ANY', 'E-ANY']);
  });
});

describe('the customer of a document', () => {
  const billing = { address_line1: '1 Way', city: 'Denver', state: 'CO', zipcode: '80204', country: 'US' };
  const customer = { ...billing, external_id: 'c', name: '', tax_identification_number: ' ', shipping_address: null };

  it('has the shipping address, each line with its own fallback', () => {
    expect(taxCustomerOf(customer)).toEqual({
      externalId: 'c',
      name: null,
      address: { line1: '1 Way', city: 'Denver', region: 'CO', zipcode: '80204', country: 'US' },
      taxNumber: null,
    });
    const shipping_address = { address_line1: null, city: 'Irvine', state: 'CA', zipcode: ' ', country: 'US' };
    expect(taxCustomerOf({ ...customer, shipping_address }).address).toEqual({
      line1: '1 Way',
      city: 'Irvine',
      region: 'CA',
      zipcode: '80204',
      country: 'US',
    });
  });
});
