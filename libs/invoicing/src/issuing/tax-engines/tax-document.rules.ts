import type { MappedItemType, TaxMapping } from '@tollgate/contracts';
import type { Decimal } from '@tollgate/rating';
import type { TaxAddress, TaxableLine, TaxCustomer } from './tax-engine.js';

/** A fee to be taxed. */
export interface FeeToTax {
  id: string;
  type: 'charge' | 'fixed_charge' | 'add_on' | 'subscription' | 'credit' | 'commitment';
  itemCode: string;
  name: string;
  /** After coupons, in cents. */
  amountCents: bigint;
  units: Decimal;
}

const mappedTypeOf: Record<FeeToTax['type'], MappedItemType> = {
  charge: 'billable_metric',
  fixed_charge: 'add_on',
  add_on: 'add_on',
  subscription: 'subscription_fee',
  commitment: 'minimum_commitment',
  credit: 'fallback_item',
};

/** The lines of fees, with the engine's codes of their items (webhooks, section 19). */
export function linesOf(fees: readonly FeeToTax[], mappings: readonly TaxMapping[]): TaxableLine[] {
  const codes = new Map(
    mappings.map((mapping) => [keyOf(mapping.item_type, mapping.item_code), mapping.external_code]),
  );
  const fallback = codes.get(keyOf('fallback_item', null)) ?? null;
  return fees.map(({ id, type, itemCode, name, amountCents, units }) => ({
    id,
    itemCode: codes.get(keyOf(mappedTypeOf[type], itemCode)) ?? fallback,
    description: name,
    amountCents,
    units,
  }));
}

/** Kinds of fees have one mapping, whatever their item. */
const keyOf = (type: MappedItemType, code: string | null): string =>
  type === 'billable_metric' || type === 'add_on' ? `${type}:${code ?? ''}` : type;

/** The lines of an address, as customers and issuers have them. */
export interface PostalAddress {
  address_line1: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  country: string | null;
}

export interface CustomerToTax extends PostalAddress {
  external_id: string;
  name: string | null;
  tax_identification_number: string | null;
  shipping_address: PostalAddress | null;
}

/** The customer with its shipping address; each line falls back to the billing address (webhooks, section 19). */
export function taxCustomerOf(customer: CustomerToTax): TaxCustomer {
  const billing = taxAddressOf(customer);
  const shipping = customer.shipping_address ? taxAddressOf(customer.shipping_address) : billing;
  return {
    externalId: customer.external_id,
    name: filled(customer.name),
    address: {
      line1: shipping.line1 ?? billing.line1,
      city: shipping.city ?? billing.city,
      region: shipping.region ?? billing.region,
      zipcode: shipping.zipcode ?? billing.zipcode,
      country: shipping.country ?? billing.country,
    },
    taxNumber: filled(customer.tax_identification_number),
  };
}

export const taxAddressOf = ({ address_line1, city, state, zipcode, country }: PostalAddress): TaxAddress => ({
  line1: filled(address_line1),
  city: filled(city),
  region: filled(state),
  zipcode: filled(zipcode),
  country: filled(country),
});

/** Blank texts count as absent. */
const filled = (text: string | null): string | null => text?.trim() || null;
