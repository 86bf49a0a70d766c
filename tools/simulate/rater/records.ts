// New invoices, fees, subscriptions and parts, before anything has happened to them.
import { present } from './impossible.ts';
import type { BarePart, BillingPart, FeeFigures, Invoice, Subscription } from './model.ts';
import { type Rational, rational, zero } from './rational.ts';
import type { State } from './state.ts';

/** The figures of a fee before coupons and taxes. @param precise the amount in cents, if it was rounded */
export const newFigures = (units: Rational, amountCents: bigint, precise = rational(amountCents)): FeeFigures => ({
  units,
  amountCents,
  precise,
  coupons: zero,
  credited: zero,
  early: 0n,
  noted: zero,
  taxes: [],
  taxesCents: 0n,
  exactTaxes: zero,
  preciseTaxes: zero,
  invoice: null,
});

/** The invoice of a fee that is on one. */
export const invoiceOf = (fee: FeeFigures): Invoice => present(fee.invoice, 'invoice of the fee');

type RequiredOfInvoice = 'customer' | 'parts' | 'at' | 'reasons' | 'currency' | 'issuingDay';

export function newInvoice(
  world: State,
  fields: Pick<Invoice, RequiredOfInvoice> & Partial<Omit<Invoice, RequiredOfInvoice>>,
): Invoice {
  return {
    madeAt: fields.at,
    periodic: false,
    timezone: world.tzOf(fields.customer),
    status: 'finalized',
    finalizesAt: Infinity,
    finalizedAt: null,
    progressive: null,
    reached: null,
    pendingNotes: [],
    readyFees: null,
    fees: [],
    credits: [],
    sells: null,
    feesCents: 0n,
    progressiveCents: 0n,
    couponsCents: 0n,
    subTotalCents: 0n,
    taxesCents: 0n,
    creditNotesCents: 0n,
    prepaid: { granted: 0n, purchased: 0n },
    totalCents: 0n,
    paidCents: 0n,
    offsetCents: 0n,
    disputed: false,
    creditedByVoid: false,
    charged: false,
    failed: false,
    ...fields,
  };
}

type RequiredOfSubscription =
  'customer' | 'plan' | 'externalId' | 'billingTime' | 'subscriptionAt' | 'endingAt' | 'ownThresholds';
export type NewSubscription = Pick<Subscription, RequiredOfSubscription>;

/** A subscription that has not started. */
export const newSubscription = (
  world: State,
  fields: NewSubscription & Partial<Omit<Subscription, RequiredOfSubscription>>,
): Subscription => ({
  status: 'pending',
  createdAt: world.now,
  startedAt: Infinity,
  terminatedAt: Infinity,
  predecessor: null,
  byUpgrade: false,
  firstSecond: null,
  ownUnits: new Set(),
  units: [],
  trialEnded: false,
  billableFrom: -Infinity,
  firstDay: -Infinity,
  startTz: world.tzOf(fields.customer),
  billedTo: { charges: null, fixed: null },
  billedSpans: { charges: [], fixed: [] },
  ...fields,
});

export const barePart = (subscription: Subscription): BarePart => ({
  subscription,
  boundaries: null,
  withUsage: false,
});

type RequiredOfPart = 'subscription' | 'tz' | 'at' | 'boundaries';

/** A part without decisions about its fees. */
export const newPart = (
  fields: Pick<BillingPart, RequiredOfPart> & Partial<Omit<BillingPart, RequiredOfPart>>,
): BillingPart => ({
  ended: null,
  upgraded: false,
  downgraded: false,
  withUsage: true,
  soFar: false,
  unitsUntil: Infinity,
  coming: null,
  only: null,
  kind: null,
  successor: null,
  takesOver: null,
  hadPlanFee: false,
  planFee: false,
  formula: 'first',
  settles: null,
  invoice: null,
  ...fields,
});
