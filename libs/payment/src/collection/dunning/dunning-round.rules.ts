import type { DunningThreshold } from '@tollgate/contracts';
import type { OverdueInvoice } from '@tollgate/invoicing/reader';
import type { Instant } from '@tollgate/platform';
import type { DunningAttemptRow } from '../../model/dunning/dunned-customers.repository.js';
import type { DunningCampaignRow } from '../../model/dunning/dunning-campaigns.repository.js';

const DAY = 86_400_000;

/** The overdue invoices of a customer in one currency. */
export interface Balance {
  currency: string;
  invoices: OverdueInvoice[];
}

/** The stored state that decides about a round. */
export interface RoundState {
  /** Of the campaign. */
  thresholds: readonly DunningThreshold[];
  /** Of the customer. */
  attempts: readonly Pick<DunningAttemptRow, 'currency' | 'dunning_campaign_id' | 'attempts'>[];
  /** The invoices with a payment under way. */
  busy: ReadonlySet<string>;
}

/** The next attempt must be strictly later than the days between attempts (webhooks, section 22). */
export const isTooEarly = (
  last: Date | null,
  { days_between_attempts: days }: Pick<DunningCampaignRow, 'days_between_attempts'>,
  at: Instant,
): boolean => last !== null && at <= last.getTime() + days * DAY;

/** Groups overdue invoices by currency, in the order of currencies. */
export function balancesOf(overdue: readonly OverdueInvoice[]): Balance[] {
  const balances = new Map<string, Balance>();
  for (const invoice of overdue) {
    const balance = balances.get(invoice.currency) ?? { currency: invoice.currency, invoices: [] };
    balance.invoices.push(invoice);
    balances.set(invoice.currency, balance);
  }
  return [...balances.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** The total of invoices, without deduction of payments, in cents (webhooks, section 22). */
export const totalOf = (invoices: readonly OverdueInvoice[]): bigint =>
  invoices.reduce((sum, { totalCents }) => sum + totalCents, 0n);

/** Selects balances whose payable invoices reach the threshold, in currencies with attempts left. */
export const reachedBalances = (
  campaign: Pick<DunningCampaignRow, 'id' | 'max_attempts'>,
  balances: readonly Balance[],
  { thresholds, attempts, busy }: RoundState,
): Balance[] =>
  balances.flatMap(({ currency, invoices }) => {
    const threshold = thresholds.find((one) => one.currency === currency);
    const ready = invoices.filter(({ id }) => !busy.has(id));
    const made = attempts.find((one) => one.currency === currency && one.dunning_campaign_id === campaign.id);
    if (!threshold || ready.length === 0 || (made?.attempts ?? 0) >= campaign.max_attempts) return [];
    return totalOf(ready) >= BigInt(threshold.amount_cents) ? [{ currency, invoices: ready }] : [];
  });

/** Groups invoices by issuer: each gets a request of its own. */
export const byIssuer = (invoices: readonly OverdueInvoice[]): OverdueInvoice[][] =>
  [...new Set(invoices.map(({ billingEntityId }) => billingEntityId))].map((issuer) =>
    invoices.filter(({ billingEntityId }) => billingEntityId === issuer),
  );

/** Whether every counted currency reached the maximum after a round (invoices, section 14). */
export const isFinished = (
  { max_attempts: most }: Pick<DunningCampaignRow, 'max_attempts'>,
  attempts: readonly Pick<DunningAttemptRow, 'attempts'>[],
): boolean => attempts.every((one) => one.attempts >= most);
