import type { Mandate } from 'gocardless-nodejs/types';
import type { MethodDetails } from '../../model/connections/providers.tables.js';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { MethodsPort, ProviderMethod } from '../ports/methods.js';
import { ifThere, inTime } from './answers.js';
import { isRefusal, plainError } from './errors.rules.js';
import type { GoCardlessClients } from './gocardless-clients.js';
import { newestMethod, readMethod } from './mandates.js';

/** Mandates as methods. */
export class GoCardlessMethods implements MethodsPort {
  constructor(private readonly clients: GoCardlessClients) {}

  findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused> {
    return newestMethod(this.clients.of(account), customerId);
  }

  async describeMethod(account: ProviderAccount, methodId: string): Promise<MethodDetails | null> {
    const client = this.clients.of(account);
    const mandate = await ifThere<Mandate>(() => client.mandates.find(methodId));
    return mandate && (await readMethod(client, mandate)).details;
  }

  /** GoCardless knows no default. */
  async makeDefault(): Promise<void> {}

  /** Cancels the mandate, and with it the payments that GoCardless has not submitted yet. */
  async detachMethod(account: ProviderAccount, _customerId: string, methodId: string): Promise<void> {
    try {
      await inTime(() => this.clients.of(account).mandates.cancel(methodId));
    } catch (error) {
      // A mandate that ended before cannot be cancelled.
      if (!isRefusal(error)) throw plainError(error);
    }
  }
}
