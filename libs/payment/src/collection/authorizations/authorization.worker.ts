import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { Jobs, Passes } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ProviderOutages } from '../../providers/provider-outages.js';
import {
  deleteReleasedAuthorizations,
  findHeldAuthorization,
  heldAuthorizations,
  markReleased,
} from '../../model/charges/authorizations.repository.js';
import { connectionsByIds } from '../../model/connections/provider-connections.repository.js';
import { AuthorizationsService } from './authorizations.service.js';

const parallelJobs = 4;
/** A request that has no answer by then is not under way any more. */
const longestRequestMs = 5 * 60_000;
/** Released holds are deleted after this time. */
const retentionMs = 30 * 24 * 3_600_000;

/** Releases held amounts, also those whose request was cut off. */
@Injectable()
export class AuthorizationWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
    private readonly providers: PaymentProviders,
    private readonly outages: ProviderOutages,
    private readonly authorizations: AuthorizationsService,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('payment-authorization-release', (payload) => this.release(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-authorization-sweep', () => this.reconcile());
  }

  private async release({
    organization_id: organizationId,
    authorization_id: id,
  }: JobPayload<'payment-authorization-release'>): Promise<void> {
    const loaded = await this.database.tenant(organizationId, async (transaction) => {
      const held = await findHeldAuthorization(transaction, id);
      const connection = held && (await connectionsByIds(transaction, [held.connection_id])).get(held.connection_id);
      return connection && { held, connection };
    });
    if (!loaded) return;
    const { held, connection } = loaded;
    const { ports, account } = this.providers.at(connection);
    const requestedAt = held.created_at.getTime();
    const reference = { key: id, id: null, customerId: held.provider_customer_id, requestedAt };
    const outcome = await this.outages.around(connection, () => ports.charges.cancelCharge(account, reference));
    // The request may still be under way: the reconciler looks again later.
    if (outcome === null && Date.now() - requestedAt < longestRequestMs) return;
    await this.database.tenant(organizationId, (transaction) => markReleased(transaction, id, Date.now()));
  }

  /** Queues holds again whose job is lost, or whose request has no answer. */
  private async reconcile(): Promise<void> {
    await this.passes.steps('payment-authorization-sweep', {
      held: () => this.queueHeld(),
      released: () =>
        this.database.everyTenant((transaction) => deleteReleasedAuthorizations(transaction, Date.now() - retentionMs)),
    });
  }

  private async queueHeld(): Promise<void> {
    const before = Date.now() - longestRequestMs;
    await this.passes.each(
      {
        name: 'payment-authorization-sweep',
        failure: 'the release of a hold was not queued; it stays due',
        about: ({ organization_id, id }) => ({ organization_id, authorization_id: id }),
      },
      await this.database.everyTenant((transaction) => heldAuthorizations(transaction, before)),
      ({ organization_id, id }) => this.authorizations.queueRelease(organization_id, id),
    );
  }
}
