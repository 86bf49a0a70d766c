// Customers of random lives who pay by a provider: methods that pay, are refused, or answer after an hour.
import type { Life } from './life-state.ts';
import type { CustomerRequest, ProviderMethod } from './requests.ts';

const code = 'cards';
const methods: ProviderMethod[] = ['pm_succeeds', 'pm_succeeds', 'pm_fails', 'pm_late', 'pm_late_fails'];

/** Connects the sandbox's provider, in lives that have one. */
export function connectProvider(life: Life): void {
  if (!life.cards) return;
  life.do('POST /payment_providers', { payment_provider: { provider: 'sandbox', code, name: 'Cards' } });
}

/** Gives a customer a method of payment; it becomes the default one. */
export function linkMethod({ cards, steps }: Life, { external_id: customer }: CustomerRequest): void {
  if (!cards?.chance(0.75)) return;
  steps.push({
    do: `PUT /customers/${customer}/payment_provider`,
    body: { payment_provider: { payment_provider_code: code, provider_method_id: cards.pick(methods) } },
  });
}

/** Repeats the payment of an invoice, or gives a customer another method. */
export function actOnPayments(life: Life): void {
  const { cards, customers, steps } = life;
  if (!cards?.chance(0.4)) return;
  if (cards.chance(0.4)) linkMethod(life, cards.pick(customers));
  else steps.push({ do: 'POST /invoices/retry_payment', choose: { nth: cards.int(0, 999) } });
}
