// Customers of random lives who pay by a provider: methods that pay, are refused, or answer after an hour.
import type { CallStep, NoteParts } from './history.ts';
import type { Life } from './life-state.ts';
import type { ActivationRule, CustomerRequest, ProviderMethod } from './requests.ts';

const code = 'cards';
const methodKinds: ProviderMethod[] = ['pm_succeeds', 'pm_succeeds', 'pm_fails', 'pm_late', 'pm_late_fails'];

/** Connects the sandbox's provider, in lives that have one. */
export function connectProvider(life: Life): void {
  if (!life.cards) return;
  life.do('POST /payment_providers', { payment_provider: { provider: 'sandbox', code, name: 'Cards' } });
}

/** Gives a customer a method of payment; it becomes the default one. */
export function linkMethod({ cards, steps, methods }: Life, { external_id: customer }: CustomerRequest): void {
  if (!cards?.chance(0.75)) return;
  const method = cards.pick(methodKinds);
  methods.set(customer, method);
  steps.push({
    do: `PUT /customers/${customer}/payment_provider`,
    body: { payment_provider: { payment_provider_code: code, provider_method_id: method } },
  });
}

/**
 * Rules of a start that waits for its payment, if its provider answers at once; a customer without a method is refused.
 * The invoice of such a start is never a draft.
 */
export function randomRules({ cards, methods, thresholds, has }: Life, customer: CustomerRequest): ActivationRule[] {
  const isLate = methods.get(customer.external_id)?.startsWith('pm_late') ?? false;
  if (!has('waiting_starts') || thresholds || isLate || customer.billing_configuration) return [];
  return cards?.chance(0.5) ? [{ type: 'payment', timeout_hours: cards.pick([0, 24]) }] : [];
}

/**
 * Settles an invoice in part, or voids it, while its payment is on its way: by hand, by an offset, by a void. Then the
 * answer of the provider comes.
 */
export function settleUnderWay(life: Life): void {
  const { settling, steps, customers, currency, addOns } = life;
  if (!settling?.chance(0.5)) return;
  const late = customers.filter(({ external_id: id }) => life.methods.get(id)?.startsWith('pm_late'));
  const [addOn] = addOns;
  if (late.length > 0 && addOn) {
    const fees = [{ add_on_code: addOn.code, unit_amount_cents: settling.int(100, 20_000) }];
    const external = settling.pick(late).external_id;
    life.do('POST /invoices', { invoice: { external_customer_id: external, currency, fees } });
  }
  const nth = settling.int(0, 999);
  const parts = settling.pick<NoteParts>(['offset', 'offset', 'credit']);
  const shares = [1, 2, 3, 4].map(() => settling.pick([0, 0.3, 1]));
  const payment = { do: 'POST /payments', choose: { nth, underWay: true, share: settling.pick([0.3, 0.5, 0.99, 1]) } };
  const note = { do: 'POST /credit_notes', choose: { nth, underWay: true, shares, parts } };
  const voiding = { do: 'POST /invoices/void', choose: { nth, underWay: true } };
  steps.push(...settling.some<CallStep>([payment, note, payment, voiding], 0.45));
  if (settling.chance(0.7)) life.to(life.now + settling.int(30, 90) * 60_000);
}

/** Repeats the payment of an invoice, or gives a customer another method. */
export function actOnPayments(life: Life): void {
  const { cards, customers, steps } = life;
  if (!cards?.chance(0.4)) return;
  if (cards.chance(0.4)) linkMethod(life, cards.pick(customers));
  else steps.push({ do: 'POST /invoices/retry_payment', choose: { nth: cards.int(0, 999) } });
}
