import type { Stripe } from 'stripe';
import { amountFault } from '../currency-units.rules.js';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { PagesPort, PaymentPageRequest, PaymentPagesPort, ProviderPage, SetupRequest } from '../ports/pages.js';
import { orRefused } from './answers.js';
import { stripeCurrencies } from './currencies.js';
import { meaningOf, plainError } from './errors.rules.js';
import { paymentPageParams, setupPageParams, typesToSetUp } from './requests.rules.js';
import type { StripeClients } from './stripe-clients.js';

/** Checkout sessions of Stripe (webhooks, sections 11.3 and 11.5). */
export class StripePages implements PagesPort, PaymentPagesPort {
  constructor(private readonly clients: StripeClients) {}

  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused | null> {
    if (typesToSetUp(request.methodTypes).length === 0) return null;
    const params = setupPageParams(request, account);
    return pageOf(await orRefused(() => this.clients.of(account).checkout.sessions.create(params)));
  }

  async openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused> {
    const fault = amountFault(stripeCurrencies, request.payable.amountCents, request.payable.currency);
    if (fault) return { refused: fault };
    const params = paymentPageParams(request, account);
    const key = { idempotencyKey: request.key };
    return pageOf(await orRefused(() => this.clients.of(account).checkout.sessions.create(params, key)));
  }

  async closePage(account: ProviderAccount, pageId: string): Promise<void> {
    try {
      await this.clients.of(account).checkout.sessions.expire(pageId);
    } catch (error) {
      // Only an open page can expire.
      if (meaningOf(error) !== 'refused') throw plainError(error);
    }
  }
}

function pageOf(session: Stripe.Checkout.Session | Refused): ProviderPage | Refused {
  if ('refused' in session) return session;
  const { id, url, expires_at: expiresAt } = session;
  if (url === null) return { refused: { message: 'Stripe opened no page.', error_code: 'payment_provider_error' } };
  return { id, url, expiresAt: expiresAt * 1000 };
}
