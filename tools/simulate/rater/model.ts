// An organization as the second rater knows it, in the words of the reference. Instants are Unix milliseconds, days
// are numbers of days since 1970-01-01.
import type { BillingTime, EventProperties, FilterValues, Interval, ThresholdRequest } from '../requests.ts';
import type { Span } from './calendar.ts';
import type { Tax, Charge, FixedCharge, Plan, AppliedCoupon, Customer } from './catalog.ts';
import type { Rational } from './rational.ts';

/** Units of a fixed charge that apply from an instant. */
export interface UnitsEntry {
  fixed: FixedCharge;
  units: Rational;
  at: number;
  order: number;
  /** Whether it comes with the start, whose day it counts although it applies a second later. */
  opens?: boolean;
  /** Whether it waits for a next period. */
  planned?: boolean;
}

/** The period of charges or fixed charges, with the first day of the whole period. */
export interface UsageSpan extends Span {
  firstDay: number;
  firstSecond: number | null;
}

export interface Boundaries {
  plan: Span;
  charges: UsageSpan | null;
  fixed: UsageSpan | null;
}

export type UsageKind = 'charges' | 'fixed';

export interface Subscription {
  customer: Customer;
  plan: Plan;
  externalId: string;
  billingTime: BillingTime;
  subscriptionAt: number;
  endingAt: number | null;
  ownThresholds: ThresholdRequest[];
  status: 'pending' | 'active' | 'terminated' | 'canceled';
  createdAt: number;
  /** Infinity before the start. */
  startedAt: number;
  /** Infinity before the end. */
  terminatedAt: number;
  predecessor: Subscription | null;
  byUpgrade: boolean;
  /** The beginning of the second of its start, unless that is the start or belongs to another subscription. */
  firstSecond: number | null;
  ownUnits: Set<FixedCharge>;
  units: UnitsEntry[];
  trialEnded: boolean;
  /** The first day that may be a billing day. */
  billableFrom: number;
  firstDay: number;
  startTz: string;
  /** Where billed usage ends, and in which time zone. */
  billedTo: Record<UsageKind, { at: number; tz: string } | null>;
  /** The periods of usage that invoices have billed. */
  billedSpans: Record<UsageKind, UsageSpan[]>;
}

export interface UsageEvent {
  subscription: string;
  code: string;
  at: number;
  transaction: string;
  properties: EventProperties;
  price: string | undefined;
  /** Its place among all events. */
  arrival: number;
}

/** A high-water mark of a charge in advance. */
export interface Mark {
  at: number;
  current: Rational;
  max: Rational;
  share: Rational;
}

export type Formula = 'ended' | 'upgraded' | 'full' | 'first';

/** One subscription's part of an invoice, with all decisions of the billing instant. */
export interface BillingPart {
  subscription: Subscription;
  tz: string;
  at: number;
  /** When the subscription ended, at or before `at`. */
  ended: number | null;
  upgraded: boolean;
  downgraded: boolean;
  withUsage: boolean;
  /** The running period until now. */
  soFar: boolean;
  unitsUntil: number;
  boundaries: Boundaries;
  /** The period of fixed charges in advance. */
  coming: UsageSpan | null;
  only: 'plan' | null;
  kind: 'usage_only' | null;
  successor: Subscription | null;
  /** The end of the previous period, whose invoice an ending takes over. */
  takesOver: number | null;
  hadPlanFee: boolean;
  planFee: boolean;
  formula: Formula;
  settles: Span | null;
  invoice: Invoice | null;
}

/** The part of an invoice that bills single fees. */
export interface BarePart {
  subscription: Subscription;
  boundaries: null;
  withUsage: false;
}

export type Part = BillingPart | BarePart;

/** A fee's figures. Its invoice sets those after `precise`. */
export interface FeeFigures {
  units: Rational;
  amountCents: bigint;
  /** The amount in cents, not rounded. */
  precise: Rational;
  coupons: Rational;
  /** Paid by credit notes. */
  credited: Rational;
  /** Billed by earlier progressive invoices. */
  early: bigint;
  /** Credited by notes of the invoice. */
  noted: Rational;
  taxes: Tax[];
  taxesCents: bigint;
  exactTaxes: Rational;
  /** Taxes of the precise amount. */
  preciseTaxes: Rational;
  invoice: Invoice | null;
}

interface PeriodFee extends FeeFigures, Span {
  subscription: Subscription;
  code: string;
}

export interface PlanFee extends PeriodFee {
  type: 'subscription';
  planAmountCents: number;
}

export type Group = Record<string, string | null>;

export interface ChargeFee extends PeriodFee {
  type: 'charge';
  charge: Charge;
  filter: FilterValues | null;
  group: Group;
  /** Null where the reference does not define it. */
  eventsCount: number | null;
  trueUp: boolean;
  /** The event of a fee in advance. */
  event: string | null;
  /** The period that its invoice shows, if another. */
  shown: Span | null;
  /** The bucket and the level of a weighted sum. */
  levelKey: string | null;
  level: Rational;
}

export interface FixedFee extends PeriodFee {
  type: 'fixed_charge';
  fixed: FixedCharge;
}

export interface CommitmentFee extends PeriodFee {
  type: 'commitment';
}

/** A fee without a subscription: sold credits, or an add-on. */
export interface SoldFee extends FeeFigures {
  type: 'credit' | 'add_on';
  subscription: null;
  code: string;
}

export type SubscriptionFee = PlanFee | ChargeFee | FixedFee | CommitmentFee;
export type Fee = SubscriptionFee | SoldFee;

export type Reason =
  | 'subscription_starting'
  | 'subscription_periodic'
  | 'subscription_terminating'
  | 'in_advance_charge'
  | 'progressive_billing';

export type InvoiceCredit =
  | { type: 'coupon'; coupon: AppliedCoupon; amountCents: bigint }
  | { type: 'progressive'; source: Invoice; amountCents: bigint }
  | { type: 'credit_note'; note: CreditNote; amountCents: bigint };

/** The threshold that a progressive invoice has reached. */
export interface Reached {
  invoiced: bigint;
  threshold: ThresholdRequest;
  before: Invoice | undefined;
}

/** Unused days of a plan fee: the exact amount before coupons and taxes, and the fee at that time. */
export interface PendingNote {
  subscription: Subscription;
  invoice: Invoice;
  amount: Rational;
  feeCents: bigint;
}

export interface Invoice {
  customer: Customer;
  parts: Part[];
  reasons: Reason[];
  at: number;
  madeAt: number;
  periodic: boolean;
  timezone: string;
  currency: string;
  /** `open`: hidden until its payment. */
  status: 'draft' | 'open' | 'finalized' | 'voided';
  issuingDay: number;
  /** Of a draft; Infinity for others. */
  finalizesAt: number;
  finalizedAt: number | null;
  /** Of a progressive invoice: whose usage, and of which period. */
  progressive: { subscription: Subscription; charges: Span } | null;
  reached: Reached | null;
  pendingNotes: PendingNote[];
  /** Fees that are not computed again. */
  readyFees: Fee[] | null;
  fees: Fee[];
  credits: InvoiceCredit[];
  /** The credits that it sells. */
  sells: Transaction | null;
  feesCents: bigint;
  progressiveCents: bigint;
  couponsCents: bigint;
  subTotalCents: bigint;
  taxesCents: bigint;
  creditNotesCents: bigint;
  prepaid: { granted: bigint; purchased: bigint };
  totalCents: bigint;
  paidCents: bigint;
  offsetCents: bigint;
  disputed: boolean;
  creditedByVoid: boolean;
  /** Its first charge by the provider was made, or was impossible. */
  charged: boolean;
  /** The provider refused its last charge. */
  failed: boolean;
}

/** A charge that the provider answers later. */
export interface ProviderCharge {
  invoice: Invoice;
  cents: bigint;
  succeeds: boolean;
  answersAt: number;
}

export interface NoteItem {
  fee: Fee;
  amount: Rational;
}

/** The parts of a credit note. */
export interface Split {
  creditCents: bigint;
  refundCents: bigint;
  offsetCents: bigint;
}

export interface CreditNote extends Split {
  customer: Customer;
  currency: string;
  invoice: Invoice;
  totalCents: bigint;
  subTotalCents: bigint;
  taxesCents: bigint;
  items: NoteItem[];
  balance: bigint;
  creditStatus: 'available' | 'consumed' | 'voided';
}

export interface Transaction {
  wallet: Wallet;
  kind: 'granted' | 'purchased' | 'voided' | 'invoiced';
  status: 'settled' | 'pending' | 'failed';
  source: 'manual' | 'interval';
  priority: number;
  cents: bigint;
  credits: Rational;
  /** Of inbound credits; null before their payment, and for outbound ones. */
  remaining: bigint | null;
  fundings: { of: Transaction; cents: bigint }[];
  at: number;
  place: number;
  invoice: Invoice | null;
}

export interface Wallet {
  customer: Customer;
  code: string;
  currency: string;
  rate: Rational;
  priority: number;
  status: 'active' | 'terminated';
  balance: bigint;
  credits: Rational;
  consumed: Rational;
  transactions: Transaction[];
  feeTypes: string[];
  metrics: string[];
  rules: TopUpRule[];
  createdAt: number;
  place: number;
  /** Infinity without an end. */
  endsAt: number;
  requiresPayment: boolean;
  /** Limits of sales in cents. */
  least: bigint | null;
  most: bigint | null;
}

export interface TopUpRule {
  wallet: Wallet;
  interval: Interval;
  paid: string;
  granted: string;
  startedAt: number | null;
  endsAt: number;
  requiresPayment: boolean;
  ignoreLimits: boolean;
  /** It has run up to this instant. */
  after: number;
  next: number;
}
