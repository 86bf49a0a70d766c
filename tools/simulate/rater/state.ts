// The state of an organization: what its calls have created, and what one can read from that.
import type { CallStep, OrganizationSettings } from '../history.ts';
import type { AddOnRequest } from '../requests.ts';
import { localDay } from './calendar.ts';
import { need } from './impossible.ts';
import type {
  ChargeFee,
  CreditNote,
  Fee,
  Invoice,
  Mark,
  PlanFee,
  ProviderCharge,
  Subscription,
  UsageEvent,
  Wallet,
} from './model.ts';
import type { Charge, Coupon, Customer, Metric, Plan, Tax } from './catalog.ts';

const variable = (text: string) => /^\{\{(\w+)\}\}$/.exec(text)?.[1] ?? '';

/** Whether an invoice counts as billed: voided ones do not. */
const isLive = ({ status }: Invoice) => status !== 'voided';

/** Objects by the names under which a history saves them. */
export class Names<T> {
  private readonly objects = new Map<string, T>();

  set(name: string, value: T): void {
    this.objects.set(name, value);
  }
  /** Saves an object under the names of a step. */
  save(step: CallStep, value: T): void {
    for (const name of Object.keys(step.save ?? {})) this.set(name, value);
  }
  /** @param text `{{name}}` */
  get(text: string): T | undefined {
    return this.objects.get(variable(text));
  }
  /** @throws Impossible */
  need(text: string): T {
    return need(this.get(text), text);
  }
}

/** When work fell due, and which. */
export interface LogEntry {
  at: number;
  action: string;
}

export class State {
  readonly tz: string;
  now = -Infinity;
  readonly taxes = new Map<string, Tax>();
  readonly metrics = new Map<string, Metric>();
  readonly addOns = new Map<string, AddOnRequest>();
  readonly plans = new Map<string, Plan>();
  readonly coupons = new Map<string, Coupon>();
  readonly customers = new Map<string, Customer>();
  readonly subscriptions: Subscription[] = [];
  readonly events: UsageEvent[] = [];
  readonly acceptedEventKeys = new Set<string>();
  readonly invoices: Invoice[] = [];
  /** Fees on no invoice (charges, section 3.7). */
  readonly uninvoicedFees: ChargeFee[] = [];
  readonly creditNotes: CreditNote[] = [];
  readonly wallets: Wallet[] = [];
  /** Charges that the provider has not answered. */
  readonly charges: ProviderCharge[] = [];
  /** High-water marks of charges in advance. */
  readonly marks = new Map<string, Mark[]>();
  readonly saved = {
    metrics: new Names<Metric>(),
    addOns: new Names<AddOnRequest>(),
    charges: new Names<Charge>(),
    wallets: new Names<Wallet>(),
  };
  readonly log: LogEntry[] = [];
  /** Numbers of events, entries of units, and other objects, for their order. */
  arrivals = 0;
  unitOrder = 0;
  places = 0;

  constructor(organization: OrganizationSettings = {}) {
    this.tz = organization.timezone ?? 'UTC';
  }

  tzOf(customer: Customer): string {
    return customer.tz ?? this.tz;
  }
  /** The customer's local day at an instant. */
  dayOf(customer: Customer, instant = this.now): number {
    return localDay(instant, this.tzOf(customer));
  }
  taxesBy(codes: string[] | undefined): Tax[] {
    return (codes ?? []).map((code) => need(this.taxes.get(code), `tax ${code}`));
  }
  invoicesOf(subscription: Subscription): Invoice[] {
    return this.invoices.filter(
      (invoice) => isLive(invoice) && invoice.parts.some((part) => part.subscription === subscription),
    );
  }
  feesOf(subscription: Subscription, excluded: Invoice | null = null): Fee[] {
    return this.invoicesOf(subscription)
      .filter((invoice) => invoice !== excluded && !invoice.progressive)
      .flatMap((invoice) => invoice.fees)
      .concat(this.uninvoicedFees)
      .filter((fee) => fee.subscription === subscription);
  }
  /** Invoices before one, or all if it does not exist yet. */
  invoicesBefore(invoice: Invoice | null): Invoice[] {
    const place = invoice === null ? -1 : this.invoices.indexOf(invoice);
    return place === -1 ? this.invoices : this.invoices.slice(0, place);
  }
  /** Fees of invoices before one. */
  feesBefore(subscription: Subscription, invoice: Invoice | null): Fee[] {
    return this.invoicesBefore(invoice)
      .filter(isLive)
      .flatMap(({ fees }) => fees)
      .filter((fee) => fee.subscription === subscription);
  }
  /** Whether a subscription ever had an invoice, voided ones included. */
  wasBilled(subscription: Subscription): boolean {
    return this.invoices.some(({ parts }) => parts.some((part) => part.subscription === subscription));
  }
  /**
   * Whether a plan fee ever existed, voided ones included: a void alone bills nothing again (invoices, section 9.8).
   */
  hadPlanFee(subscription: Subscription): boolean {
    return this.invoices.some(({ fees }) =>
      fees.some((fee) => fee.subscription === subscription && fee.type === 'subscription'),
    );
  }
  planFees(subscription: Subscription): PlanFee[] {
    return this.feesOf(subscription).filter((fee) => fee.type === 'subscription');
  }
}
