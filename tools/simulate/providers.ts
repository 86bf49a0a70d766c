// Customers of random lives who pay by a provider: methods that pay, are refused, or answer after an hour.
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

/** Repeats the payment of an invoice, or gives a customer another method. */
export function actOnPayments(life: Life): void {
  const { cards, customers, steps } = life;
  if (!cards?.chance(0.4)) return;
  if (cards.chance(0.4)) linkMethod(life, cards.pick(customers));
  else steps.push({ do: 'POST /invoices/retry_payment', choose: { nth: cards.int(0, 999) } });
}
