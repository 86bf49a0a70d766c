import type { Decimal } from '../decimal.js';

/** One change of the billed quantity, for prorated graduated prices (metering, section 5.9). In time order. */
export interface Movement {
  /** Signed change of the full quantity. */
  readonly units: Decimal;
  readonly proratedUnits: Decimal;
}

/** Values that are 1 for each event or unit, instead of a list of millions of ones. */
export type OnePerUnit = 'one_per_unit';

/** A running total in short: its length, its last entry, and the number of entries below the free total. */
export interface ListedTotal {
  readonly length: number;
  readonly last: Decimal;
  readonly below: number;
}

/** The values of single events in short: their total price as transactions (metering, section 5.6). */
export interface TransactionsPrice {
  readonly transactionsTotal: Decimal;
}

/** The aggregated usage of a bucket. */
export interface Usage {
  /** The priced quantity. */
  readonly units: Decimal;
  /** The quantity without proration, for prorated charges only. */
  readonly fullUnits?: Decimal;
  readonly eventsCount: number;
  /** Running total that determines the free units of a percentage charge (metering, section 5.6). */
  readonly runningTotal?: readonly Decimal[] | OnePerUnit | ListedTotal;
  /** Values of the single events in time order, for amounts per transaction. */
  readonly eventValues?: readonly Decimal[] | OnePerUnit | TransactionsPrice;
  /** Sum of the events' own prices, in cents (dynamic model). */
  readonly eventsPriceCents?: Decimal;
  readonly movements?: readonly Movement[];
}

export type AmountDetails = { readonly [key: string]: string | number | null | readonly AmountDetails[] };

/** A priced bucket. Amounts are in the main currency unit (or pricing unit), unrounded. */
export interface Price {
  readonly units: Decimal;
  readonly amount: Decimal;
  readonly unitAmount: Decimal;
  /** Ready for JSON: decimals as text, counts as integers. */
  readonly amountDetails: AmountDetails;
}

/** The result of a model, before the common rule about negative results. */
export interface ModelResult {
  readonly amount: Decimal;
  readonly unitAmount: Decimal;
  readonly amountDetails: AmountDetails;
}

/** The amounts of a fee in a pricing unit; always two decimals. */
export interface PricingUnitAmounts {
  readonly amountCents: bigint;
  readonly preciseAmountCents: Decimal;
  readonly unitAmountCents: bigint;
  readonly preciseUnitAmount: Decimal;
  readonly conversionRate: Decimal;
}

/** The amounts of a charge fee: cents rounded once, the rest at its stored precision. */
export interface ChargeFee {
  readonly units: Decimal;
  readonly amountCents: bigint;
  /** Cents, 15 decimals. */
  readonly preciseAmountCents: Decimal;
  /** Main unit, 15 decimals. */
  readonly preciseUnitAmount: Decimal;
  readonly amountDetails: AmountDetails;
  /** The same in the charge's pricing unit. */
  readonly pricingUnit?: PricingUnitAmounts;
}
