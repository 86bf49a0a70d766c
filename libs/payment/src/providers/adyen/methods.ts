import type { MethodDetails } from '../../model/connections/providers.tables.js';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { MethodsPort, ProviderMethod } from '../ports/methods.js';
import type { AdyenClients } from './adyen-clients.js';
import { ifThere, orRefused } from './answers.js';
import { methodOf, newestOf, type StoredMethod } from './states.rules.js';

/** Methods that payers have stored at Adyen. */
export class AdyenMethods implements MethodsPort {
  constructor(private readonly clients: AdyenClients) {}

  async findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused> {
    const methods = await orRefused(() => this.all(account, customerId));
    if ('refused' in methods) return methods;
    const newest = newestOf(methods);
    return newest ? methodOf(newest) : null;
  }

  /** Adyen describes methods of a customer only, and events bring what documents show. */
  describeMethod(): Promise<MethodDetails | null> {
    return Promise.resolve(null);
  }

  /** Adyen knows no default. */
  async makeDefault(): Promise<void> {}

  async detachMethod(account: ProviderAccount, customerId: string, methodId: string): Promise<void> {
    const { checkout, merchantAccount } = this.clients.of(account);
    await ifThere(() =>
      checkout.RecurringApi.deleteTokenForStoredPaymentDetails(methodId, customerId, merchantAccount),
    );
  }

  /** The stored methods of a payer. */
  async all(account: ProviderAccount, customerId: string): Promise<StoredMethod[]> {
    const { checkout, merchantAccount } = this.clients.of(account);
    const { RecurringApi } = checkout;
    const listed = await RecurringApi.getTokensForStoredPaymentDetails(customerId, merchantAccount);
    return listed.storedPaymentMethods ?? [];
  }
}
