import type { Interval, SingleInvoice } from '@tollgate/contracts';
import type { ConvertedTax } from './converted-tax.js';

/** A plan on an invoice. */
export interface BilledPlan {
  name: string;
  displayName: string | null;
  interval: Interval;
}

/** How a charge or fixed charge counts its units. */
export interface BilledCharge {
  prorated: boolean;
  /** Whether its units are weighted by time. */
  weighted: boolean;
}

/** Units that count for the same days of their period. */
export interface UnitDays {
  /** The first of the days, `YYYY-MM-DD`. */
  from: string;
  days: number;
  /** Added units, or removed ones below 0; numeric. */
  units: string;
  /** Whether they count since before the period. */
  carried: boolean;
}

/** How the units of a fee were prorated by days (metering, section 4.4). */
export interface BilledProration {
  /** The prorated units, numeric. */
  units: string;
  /** Days of the full period. */
  duration_days: number;
  parts: UnitDays[];
  /** Parts beyond the bound, summed up; numeric. */
  further: { count: number; units: string; prorated_units: string } | null;
}

/** A fee's data that invoices do not show. */
export interface BilledFee {
  /** Percent, highest first. */
  taxRates: number[];
  taxCodes: string[];
  /** ISO 8601; commitments have a period too. */
  from: string | null;
  to: string | null;
  /** Null for whole units. */
  proration: BilledProration | null;
}

/** An invoice that another document refers to. */
export interface ReferredInvoice {
  number: string;
  /** `YYYY-MM-DD` */
  issuingDate: string;
}

/** The invoice of a credit note. */
export interface CorrectedInvoice extends ReferredInvoice {
  type: SingleInvoice['invoice_type'];
  /** ISO 8601 */
  createdAt: string;
  purchaseOrder: string | null;
  /** Its amount with taxes, before earlier credits. */
  amountCents: number;
}

/** A card that paid. */
export interface PayingCard {
  /** In lower case: `visa`. */
  brand: string;
  last4: string;
}

/** Facts for documents that the resources of invoices and credit notes lack. */
export interface BillingFacts {
  /** By subscription. */
  plans: Map<string, BilledPlan>;
  /** Charges and fixed charges, by id. */
  charges: Map<string, BilledCharge>;
  /** By id. */
  fees: Map<string, BilledFee>;
  /** The names of wallets, by the transactions that bought credits. */
  wallets: Map<string, string | null>;
  /** The invoices of credit notes, by id. */
  corrected: Map<string, CorrectedInvoice>;
  /** Progressive invoices that an invoice deducts, oldest first, by its id. */
  deducted: Map<string, ReferredInvoice[]>;
  /** Taxes in the currency of the seller's country, by invoice or credit note; only of documents in another one. */
  convertedTaxes: Map<string, ConvertedTax>;
  /** Customers whom a payment provider charges: they transfer nothing. */
  charged: Set<string>;
  /** By payment method. */
  cards: Map<string, PayingCard>;
}

export const noFacts: BillingFacts = {
  plans: new Map(),
  charges: new Map(),
  fees: new Map(),
  wallets: new Map(),
  corrected: new Map(),
  deducted: new Map(),
  convertedTaxes: new Map(),
  charged: new Set(),
  cards: new Map(),
};
