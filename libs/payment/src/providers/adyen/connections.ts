import type { ProviderAccount } from '../ports/account.js';
import type { ConnectionsPort, ProviderHealth } from '../ports/connections.js';
import type { AdyenClients } from './adyen-clients.js';
import { healthOf, isRefusal, lacksRights } from './errors.rules.js';

/** The names of a payer and a page that do not exist. */
const unknownPayer = 'tollgate_checks_rights';
const noLink = 'PLTOLLGATE';

/** Connections to Adyen. */
export class AdyenConnections implements ConnectionsPort {
  constructor(private readonly clients: AdyenClients) {}

  /** The key must reach the merchant account, stored methods and payment pages: each call changes nothing. */
  async checkHealth(account: ProviderAccount): Promise<ProviderHealth> {
    const { checkout, merchantAccount } = this.clients.of(account);
    try {
      await checkout.PaymentsApi.paymentMethods({ merchantAccount });
      await checkout.RecurringApi.getTokensForStoredPaymentDetails(unknownPayer, merchantAccount);
      await checkout.PaymentLinksApi.getPaymentLink(noLink).catch((error: unknown) => {
        if (!isRefusal(error) || lacksRights(error)) throw error;
      });
      return { status: 'working', error: null, accountId: merchantAccount };
    } catch (error) {
      return healthOf(error);
    }
  }
}
