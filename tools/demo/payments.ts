// How the demo's invoices are paid: one card pays at once. The other one is declined, and dunning collects the money
// after its holder has replaced it.
import type { Api } from '@tollgate/harness/api';
import { money } from './figures.ts';
import { advanceClock } from './installation.ts';

const code = 'cards';
const currency = 'USD';
/** Invoices are overdue from the day after their issue. The first attempt of dunning follows, others every three days. */
const afterFirstAttempt = '2023-12-03T00:00:00Z';
const afterSecondAttempt = '2023-12-06T00:00:00Z';

/** A card of the sandbox's provider: its name determines its answer. */
export type Card = 'pm_succeeds' | 'pm_fails';

/** The figures of an invoice's payment, without anything that differs between runs. */
export interface Paid {
  payment_status: string;
  total_paid_amount_cents: number;
  /** Each attempt of its provider, in order. */
  attempts: { status: string; amount_cents: number; by: string }[];
}

interface Payment {
  payable_type: 'Invoice' | 'PaymentRequest';
  payment_status: string;
  amount_cents: number;
  created_at: string;
}

/** Connects the provider, and plans how dunning collects what is overdue. */
export async function preparePayments(api: Api): Promise<void> {
  await api.ok('POST', '/api/v1/payment_providers', {
    payment_provider: { provider: 'sandbox', code, name: 'Cards' },
  });
  const { billing_entities: issuers } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  await api.ok('POST', '/api/v1/dunning_campaigns', {
    dunning_campaign: {
      code: 'reminders',
      name: 'Reminders',
      days_between_attempts: 3,
      max_attempts: 3,
      thresholds: [{ currency, amount_cents: 100 }],
      billing_entity_codes: issuers.map((issuer) => issuer.code),
    },
  });
}

/** Gives a customer a card, which becomes its default method. */
export async function setCard(api: Api, customerId: string, card: Card): Promise<void> {
  await api.ok('PUT', `/api/v1/customers/${customerId}/payment_provider`, {
    payment_provider: { payment_provider_code: code, provider_method_id: card },
  });
}

/** Reads how a customer's only invoice was paid. */
export async function readPaid(api: Api, customerId: string): Promise<Paid> {
  const query = `external_customer_id=${customerId}&per_page=100`;
  const { invoices } = await api.ok<{ invoices: Paid[] }>('GET', `/api/v1/invoices?${query}`);
  const { payments } = await api.ok<{ payments: Payment[] }>('GET', `/api/v1/payments?${query}`);
  const [invoice] = invoices;
  if (!invoice) throw new Error(`${customerId} has no invoice`);
  return {
    payment_status: invoice.payment_status,
    total_paid_amount_cents: invoice.total_paid_amount_cents,
    attempts: payments
      .sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
      .map(({ payable_type: by, payment_status: status, amount_cents }) => ({ status, amount_cents, by })),
  };
}

export function printPaid(name: string, { payment_status: status, attempts }: Paid): void {
  const tries = attempts.map((one) => `${money(one.amount_cents)} ${one.status === 'failed' ? 'declined' : 'paid'}`);
  console.log(`  ${name}: ${status}; ${tries.join(', then ') || 'no attempt'}`);
}

/** Turns the clock until dunning has collected the invoice of a customer whose card was declined and then replaced. */
export async function collect(api: Api, { id, name }: { id: string; name: string }): Promise<void> {
  console.log(`\nDunning: the first attempt on the declined card of ${name} ...`);
  await advanceClock(api, afterFirstAttempt);
  printPaid(name, await readPaid(api, id));
  console.log(`${name} replaces the card; the next attempt charges the new one ...`);
  await setCard(api, id, 'pm_succeeds');
  await advanceClock(api, afterSecondAttempt);
  printPaid(name, await readPaid(api, id));
}

/** @returns a sentence for each difference from the expected course; `total` is that of the invoice, in cents */
export function faultsOf(customerId: string, paid: Paid, card: Card, total: number): string[] {
  const expected = card === 'pm_succeeds' ? ['succeeded'] : ['failed', 'failed', 'succeeded'];
  const seen = paid.attempts.map(({ status }) => status);
  return [
    ...(seen.join() === expected.join() ? [] : [`${customerId}, attempts: ${seen} instead of ${expected}`]),
    ...(paid.total_paid_amount_cents === total
      ? []
      : [`${customerId}: ${paid.total_paid_amount_cents} cents paid instead of ${total}`]),
  ];
}
