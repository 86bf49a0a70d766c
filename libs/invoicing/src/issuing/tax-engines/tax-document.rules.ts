import type { MappedItemType, TaxMapping } from '@tollgate/contracts';
import type { Decimal } from '@tollgate/rating';
import type { TaxAddress, TaxableLine, TaxCustomer, TaxDocument } from './tax-engine.js';

/** A fee to be taxed. */
export interface FeeToTax {
  id: string;
  type: 'charge' | 'fixed_charge' | 'add_on' | 'subscription' | 'credit' | 'commitment';
  itemCode: string;
  name: string;
  /** After coupons, in cents. */
  amountCents: bigint;
  /** The tax that the engine repeats; absent: it computes the tax. */
  taxCents?: bigint;
  units: Decimal;
  /** The engine's code with which its invoice was taxed, whatever the mappings are now; absent where it is unknown. */
  sentCode?: string | null;
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
  return fees.map(({ id, type, itemCode, name, amountCents, taxCents, units, sentCode }) => ({
    id,
    itemCode: sentCode === undefined ? (codes.get(keyOf(mappedTypeOf[type], itemCode)) ?? fallback) : sentCode,
    description: name,
    amountCents,
    ...(taxCents === undefined ? {} : { taxCents }),
    units,
  }));
}

/** Kinds of fees have one mapping, whatever their item. */
const keyOf = (type: MappedItemType, code: string | null): string =>
  type === 'billable_metric' || type === 'add_on' ? `${type}:${code ?? ''}` : type;

/** A sale that takes a booked return back, under the id `<id>_voided`, with the taxes of the same date. */
export const inverseOf = (booked: TaxDocument, today: string): TaxDocument => ({
  ...booked,
  kind: 'sale',
  bookedAs: `${booked.bookedAs ?? ''}_voided`,
  date: today,
  taxDate: booked.taxDate ?? booked.date,
  lines: booked.lines.map((line) => ({
    ...line,
    amountCents: -line.amountCents,
    ...(line.taxCents === undefined ? {} : { taxCents: -line.taxCents }),
  })),
});

/**
 * Rounds parts so that they add up to a total: each to its lower whole, then the parts with the largest rests get one
 * more. A total that is farther away goes to the largest part.
 */
export function wholeParts(parts: readonly Decimal[], total: bigint): bigint[] {
  const wholes = parts.map((part) => BigInt(part.floor().toFixed()));
  const missing = total - wholes.reduce((sum, whole) => sum + whole, 0n);
  if (missing < 0n || missing > BigInt(parts.length)) {
    const largest = parts.reduce((best, part, at) => (part.abs().gt(parts[best]?.abs() ?? 0) ? at : best), 0);
    return wholes.map((whole, at) => (at === largest ? whole + missing : whole));
  }
  const byRest = parts
    .map((part, at) => ({ at, rest: part.minus(part.floor()) }))
    .sort((one, other) => other.rest.cmp(one.rest) || one.at - other.at);
  const raised = new Set(byRest.slice(0, Number(missing)).map(({ at }) => at));
  return wholes.map((whole, at) => (raised.has(at) ? whole + 1n : whole));
}

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
