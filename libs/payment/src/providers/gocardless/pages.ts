import type { BillingRequest, BillingRequestFlow } from 'gocardless-nodejs/types';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { PagesPort, ProviderPage, SetupRequest } from '../ports/pages.js';
import { orRefused } from './answers.js';
import type { GoCardlessClients } from './gocardless-clients.js';
import { defaultRedirect, scheme } from './requests.rules.js';

/** Pages on which payers agree to a mandate. There are none for an invoice (webhooks, section 15). */
export class GoCardlessPages implements PagesPort {
  constructor(private readonly clients: GoCardlessClients) {}

  /** A request for a mandate, and the page on which the payer agrees to it. */
  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused> {
    const client = this.clients.of(account);
    const links = { customer: request.providerCustomerId };
    const requested = await orRefused<BillingRequest>(() =>
      client.billingRequests.create({ mandate_request: { scheme }, links }),
    );
    if ('refused' in requested) return requested;
    const redirect = account.redirectUrl ?? defaultRedirect;
    const flow = await orRefused<BillingRequestFlow>(() =>
      client.billingRequestFlows.create({
        redirect_uri: redirect,
        exit_uri: redirect,
        links: { billing_request: requested.id ?? '' },
      }),
    );
    if ('refused' in flow) return flow;
    if (flow.authorisation_url === undefined) return { refused: noPage };
    const { id, authorisation_url: url, expires_at: expiresAt } = flow;
    return { id, url, expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt) };
  }
}

const noPage = { message: 'GoCardless opened no page.', error_code: 'payment_provider_error' };
