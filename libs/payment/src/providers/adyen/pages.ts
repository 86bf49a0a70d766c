import { amountFault } from '../currency-units.rules.js';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { PagesPort, PaymentPageRequest, PaymentPagesPort, ProviderPage, SetupRequest } from '../ports/pages.js';
import type { AdyenClient, AdyenClients } from './adyen-clients.js';
import { orRefused } from './answers.js';
import { adyenCurrencies } from './currencies.js';
import { isRefusal, plainError } from './errors.rules.js';
import { defaultRedirect, paymentPageParams, setupPageParams } from './requests.rules.js';

/** Payment links of Adyen: pages where payers store a method, and pay an invoice. */
export class AdyenPages implements PagesPort, PaymentPagesPort {
  constructor(private readonly clients: AdyenClients) {}

  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused> {
    const client = this.clients.of(account);
    return openLink(client, setupPageParams(request, placeOf(client, account), Date.now()));
  }

  async openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused> {
    const { amountCents, currency } = request.payable;
    const fault = amountFault(adyenCurrencies, amountCents, currency);
    if (fault) return { refused: fault };
    const client = this.clients.of(account);
    return openLink(client, paymentPageParams(request, placeOf(client, account), Date.now()), request.key);
  }

  async closePage(account: ProviderAccount, pageId: string): Promise<void> {
    const { checkout } = this.clients.of(account);
    const expired = { status: 'expired' } as Parameters<typeof checkout.PaymentLinksApi.updatePaymentLink>[1];
    try {
      await checkout.PaymentLinksApi.updatePaymentLink(pageId, expired);
    } catch (error) {
      // Only an active page can expire.
      if (!isRefusal(error)) throw plainError(error);
    }
  }
}

async function openLink({ checkout }: AdyenClient, params: object, key?: string): Promise<ProviderPage | Refused> {
  const accepted = params as Parameters<typeof checkout.PaymentLinksApi.paymentLinks>[0];
  const options = key === undefined ? undefined : { idempotencyKey: key };
  const link = await orRefused(() => checkout.PaymentLinksApi.paymentLinks(accepted, options));
  if ('refused' in link) return link;
  return { id: link.id, url: link.url, expiresAt: link.expiresAt?.getTime() ?? null };
}

/** The part of each request that comes from the connection. */
export const placeOf = (
  { merchantAccount }: AdyenClient,
  { redirectUrl }: ProviderAccount,
): { merchantAccount: string; returnUrl: string } => ({ merchantAccount, returnUrl: redirectUrl ?? defaultRedirect });
