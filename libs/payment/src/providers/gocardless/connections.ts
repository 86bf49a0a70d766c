import type { ProviderAccount } from '../ports/account.js';
import type { ConnectionsPort, ProviderHealth } from '../ports/connections.js';
import { ifThere, inTime } from './answers.js';
import { healthOf } from './errors.rules.js';
import type { GoCardlessClients } from './gocardless-clients.js';

const pageSize = 500;
/** An id that no customer has. */
const unknownCustomer = 'CU000TOLLGATE';

/** Connections to GoCardless. */
export class GoCardlessConnections implements ConnectionsPort {
  constructor(private readonly clients: GoCardlessClients) {}

  /** The token must read and write: GoCardless checks that before it searches a customer. */
  async checkHealth(account: ProviderAccount): Promise<ProviderHealth> {
    const client = this.clients.of(account);
    try {
      const { creditors } = await inTime(() => client.creditors.list({ limit: pageSize }));
      await ifThere(() => client.customers.update(unknownCustomer, { metadata: {} }));
      // An account never loses its oldest creditor, which comes last.
      const accountId = creditors.at(-1)?.id;
      return { status: 'working', error: null, ...(accountId === undefined ? {} : { accountId }) };
    } catch (error) {
      return healthOf(error);
    }
  }
}
