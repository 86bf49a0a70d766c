import type { MethodDetails } from '../../model/connections/providers.tables.js';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { MethodsPort, ProviderMethod } from '../ports/methods.js';
import { ifThere, orRefused } from './answers.js';
import { isMissing, meaningOf, plainError } from './errors.rules.js';
import { methodOf } from './states.rules.js';
import type { StripeClients } from './stripe-clients.js';

/** Payment methods at Stripe. */
export class StripeMethods implements MethodsPort {
  constructor(private readonly clients: StripeClients) {}

  /** The method of invoices, else the newest card. */
  async findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused> {
    const stripe = this.clients.of(account);
    return orRefused(async () => {
      const customer = await stripe.customers.retrieve(customerId, {
        expand: ['invoice_settings.default_payment_method'],
      });
      if (customer.deleted) return null;
      const chosen = customer.invoice_settings.default_payment_method;
      if (chosen !== null && typeof chosen === 'object') return methodOf(chosen);
      const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 });
      return data[0] ? methodOf(data[0]) : null;
    });
  }

  async describeMethod(account: ProviderAccount, methodId: string): Promise<MethodDetails | null> {
    const method = await ifThere(() => this.clients.of(account).paymentMethods.retrieve(methodId));
    return method && methodOf(method).details;
  }

  async makeDefault(account: ProviderAccount, customerId: string, methodId: string): Promise<void> {
    const settings = { invoice_settings: { default_payment_method: methodId } };
    await ifThere(() => this.clients.of(account).customers.update(customerId, settings));
  }

  async detachMethod(account: ProviderAccount, _customerId: string, methodId: string): Promise<void> {
    try {
      await this.clients.of(account).paymentMethods.detach(methodId);
    } catch (error) {
      // A method of no customer is refused: it is detached already.
      if (!isMissing(error) && meaningOf(error) !== 'refused') throw plainError(error);
    }
  }
}
