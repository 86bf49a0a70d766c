// Payments by a provider (webhooks, sections 10.2 to 10.5 and 11.6). Each final invoice is charged once by the
// customer's method, and again on request or by a new method.
import type { Customer } from './catalog.ts';
import { amountDueOf, isPaid } from './corrections.ts';
import type { Invoice, ProviderCharge } from './model.ts';
import type { State } from './state.ts';
import { settle } from './wallets.ts';

const hour = 3_600_000;

/** Charges the invoices that became final, or wait hidden for their payment, since the last call. */
export function chargeNewInvoices(world: State): void {
  for (const invoice of world.invoices) {
    if (invoice.charged || invoice.status === 'draft') continue;
    invoice.charged = true;
    charge(world, invoice);
  }
}

/** Charges the due amount of an invoice, unless a payment of it is under way or nothing is due. */
export function charge(world: State, invoice: Invoice): void {
  const cents = amountDueOf(invoice);
  const { method } = invoice.customer;
  if (!method || cents <= 0n || isUnderWay(world, invoice)) return;
  const one: ProviderCharge = { invoice, cents, succeeds: !method.endsWith('fails'), answersAt: world.now + hour };
  if (method.startsWith('pm_late')) world.charges.push(one);
  else answer(world, one);
}

/** Whether the provider has not answered yet. */
export const isUnderWay = (world: State, invoice: Invoice): boolean =>
  world.charges.some((one) => one.invoice === invoice);

/** Applies a late answer of the provider. */
export function answerLate(world: State, one: ProviderCharge): void {
  world.charges.splice(world.charges.indexOf(one), 1);
  answer(world, one);
}

/** A refusal is on the invoice until it is paid. The invoice keeps what is due of a payment; the rest goes back. */
function answer(world: State, { invoice, cents, succeeds }: ProviderCharge): void {
  if (invoice.status === 'voided' || isPaid(invoice)) return;
  if (succeeds) {
    const due = amountDueOf(invoice);
    pay(world, invoice, cents < due ? cents : due);
    return;
  }
  invoice.failed = true;
  if (invoice.sells?.status === 'pending') invoice.sells.status = 'failed';
}

/** A hidden invoice appears, dated by its payment (wallets, section 3.5). */
function pay(world: State, invoice: Invoice, cents: bigint): void {
  invoice.paidCents += cents;
  if (invoice.status === 'open')
    Object.assign(invoice, { status: 'finalized', issuingDay: world.dayOf(invoice.customer) });
  if (invoice.sells) settle(invoice.sells);
}

/** A new method becomes the default one and charges the customer's pending invoices (webhooks, section 11.6). */
export function setMethod(world: State, customer: Customer, method: string): void {
  customer.method = method;
  for (const invoice of world.invoices)
    if (invoice.customer === customer && invoice.status === 'finalized' && !invoice.failed && !isPaid(invoice))
      charge(world, invoice);
}
