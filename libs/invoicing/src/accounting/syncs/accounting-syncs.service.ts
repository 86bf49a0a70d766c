import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { Clock, CommandBus, idOfName, Jobs, Logger, Passes } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { waitAfter } from '../../issuing/tax-engines/engine-calls.rules.js';
import {
  claimAccountingProvider,
  extendClaim,
  accountingProvidersWithDueSyncs,
  releaseClaim,
  updateAccountingProvider,
  type AccountingProviderRow,
} from '../../model/accounting/accounting-providers.repository.js';
import { dueSyncs, updateSync, type DueSync } from '../../model/accounting/accounting-syncs.repository.js';
import { ConnectionRefused, LedgerBusy, LedgerRefusal, LedgerUnavailable } from '../ledger/accounting-system.js';
import { digestOfContact } from '../ledger/ledger-contact.rules.js';
import type { LedgerRequest } from '../ledger/ledger-document.js';
import { AccountingConnections } from '../sources/accounting-connections.js';
import { prepare, type Prepared } from '../sources/ledger-requests.js';
import { AccountingSystems } from '../systems/accounting-systems.js';
import { postpone, refuse, refuseConnection, rest, settle, type Stored } from './sync-outcomes.js';

/** Systems that a process serves at once; each of them gets one call at a time. */
const parallelJobs = 4;
/** Longer than the calls of a document: until then no other job sends documents of the connection. */
const claimMs = 180_000;
/** How long a job serves one connection; then the next one follows. */
const runMs = 30_000;
/** How long a system rests after a failure. The wait of each document grows beside it. */
const restMs = 30_000;
const longestRestMs = 24 * 3_600_000;
/** How long a system with refused keys rests. New keys end the rest. */
const refusedRestMs = 600_000;

/**
 * Sends accounting systems what they have to get, connection by connection and oldest first (webhooks, section 20). No
 * transaction is open during a call. Tables hold pending documents, and every step may be repeated.
 */
@Injectable()
export class AccountingSyncs implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly ledger: AccountingSystems,
    private readonly connections: AccountingConnections,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('accounting-syncs', (payload) => this.serve(payload), parallelJobs);
    await this.jobs.reconcileEvery('accounting-sweep', () => this.reconcile());
  }

  /** Queues a job for a connection. @param name distinguishes the cause; the same cause queues one job */
  async queue(organizationId: string, accountingProviderId: string, name: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: null, accounting_provider_id: accountingProviderId };
    await this.jobs.add('accounting-syncs', payload, { id: `${accountingProviderId}-${name}`, blocksTestClock: false });
  }

  private async reconcile(): Promise<void> {
    const minute = Math.floor(Date.now() / 60_000);
    await this.passes.each(
      {
        name: 'accounting-sweep',
        failure: 'documents for an accounting system were not queued; they stay due',
        about: ({ organization_id, id }) => ({ organization_id, accounting_provider_id: id }),
      },
      await this.database.everyTenant(accountingProvidersWithDueSyncs),
      ({ organization_id, id }) => this.queue(organization_id, id, `sweep-${minute}`),
    );
  }

  /** Serves a connection for a run, unless another job does. */
  private async serve({
    organization_id: organizationId,
    accounting_provider_id: id,
  }: JobPayload<'accounting-syncs'>): Promise<void> {
    const endsAt = Date.now() + runMs;
    const claimed = await this.database.tenant(organizationId, (transaction) =>
      claimAccountingProvider(transaction, id, claimMs),
    );
    if (claimed && (await this.serveClaimed(claimed, endsAt))) await this.queue(organizationId, id, `run-${endsAt}`);
  }

  /** @returns whether documents are left for another run */
  private async serveClaimed(claimed: AccountingProviderRow, endsAt: number): Promise<boolean> {
    const { organization_id: organizationId, id } = claimed;
    const release = (row: AccountingProviderRow) =>
      this.database.tenant(organizationId, (transaction) => releaseClaim(transaction, row));
    let row = claimed;
    for (;;) {
      const due = await this.database.tenant(organizationId, (transaction) => dueSyncs(transaction, id));
      for (const sync of due) {
        const isOver = Date.now() > endsAt;
        const held = row;
        const extended = isOver
          ? undefined
          : await this.database.tenant(organizationId, (transaction) => extendClaim(transaction, held, claimMs));
        if (isOver || (extended && !(await this.send(extended, sync)))) {
          await release(extended ?? held);
          return isOver;
        }
        if (!extended) return false;
        row = extended;
      }
      if (due.length === 0) {
        await release(row);
        return false;
      }
    }
  }

  /** @returns whether the next document may follow */
  private async send(row: AccountingProviderRow, sync: DueSync): Promise<boolean> {
    const { organization_id: organizationId } = row;
    const now = await this.clock.now(organizationId);
    try {
      const prepared = await this.database.tenant(organizationId, (transaction) => prepare(transaction, row, sync));
      const stored = await this.put(row, sync, prepared);
      await this.database.tenant(organizationId, async (transaction) => {
        await settle(transaction, sync, stored, now);
        if (row.last_error !== null) await updateAccountingProvider(transaction, row.id, { last_error: null });
      });
      return true;
    } catch (error) {
      return this.recover(row, sync, error);
    }
  }

  private async put(row: AccountingProviderRow, sync: DueSync, prepared: Prepared): Promise<Stored> {
    if ('settledAs' in prepared) return { externalId: prepared.settledAs, digest: sync.sent_digest, created: false };
    const { request, externalId: known } = prepared;
    const digest = request.type === 'contact' ? digestOfContact(request.contact) : null;
    if (known !== null && digest !== null && digest === sync.sent_digest && known === sync.external_id) {
      await this.linkContact(row, sync, known);
      return { externalId: known, digest, created: false };
    }
    const externalId = await this.call(row, sync, request, known);
    if (request.type === 'contact' && externalId !== null) await this.linkContact(row, sync, externalId);
    return { externalId, digest, created: request.type === 'contact' && known === null };
  }

  private async call(
    row: AccountingProviderRow,
    sync: DueSync,
    request: LedgerRequest,
    externalId: string | null,
  ): Promise<string | null> {
    const connection = this.connections.open(row);
    // From here on a stopped process leaves a request that may have reached the system.
    if (!sync.requested)
      await this.database.tenant(row.organization_id, (transaction) =>
        updateSync(transaction, sync.id, { requested: true }),
      );
    const key = `${sync.id}-${sync.updated_at.getTime()}`;
    return this.ledger.put(connection, request, { key, repeated: sync.requested, externalId });
  }

  /** The subscription service shows the id of a contact on its customer, without an earlier error. */
  private async linkContact(
    { organization_id, provider, code }: AccountingProviderRow,
    { customer_id, updated_at: version }: DueSync,
    externalId: string,
  ): Promise<void> {
    const request = {
      organization_id,
      customer_id,
      integration_type: provider,
      integration_code: code,
      external_customer_id: externalId,
    };
    const key = idOfName(customer_id, `${externalId} ${version.getTime()}`);
    await this.commands.send('subscription', 'customer.set_contact_id', request, key);
  }

  /** Stores what a failed request means. @returns whether the next document may follow */
  private async recover(row: AccountingProviderRow, sync: DueSync, error: unknown): Promise<boolean> {
    const { organization_id: organizationId } = row;
    const now = await this.clock.now(organizationId);
    const about = { organization_id: organizationId, accounting_sync_id: sync.id, type: sync.document_type };
    return this.database.tenant(organizationId, async (transaction) => {
      if (error instanceof LedgerRefusal) {
        await refuse(transaction, row, sync, error, now);
        return true;
      }
      if (error instanceof ConnectionRefused) {
        this.logger.error('an accounting system refuses its connection', { ...about, code: error.code });
        await rest(transaction, row, refusedRestMs);
        await refuseConnection(transaction, row, error, now);
        return false;
      }
      if (error instanceof LedgerBusy) {
        await rest(transaction, row, Math.min(error.retryAfterMs ?? restMs, longestRestMs));
        return false;
      }
      const isUnavailable = error instanceof LedgerUnavailable;
      const code = isUnavailable ? error.code : 'UNEXPECTED';
      const waitMs = waitAfter(sync.attempts + 1, isUnavailable ? error.retryAfterMs : null);
      await postpone(transaction, sync, { code, waitMs });
      if (isUnavailable) {
        this.logger.warn('an accounting system does not answer; its document is repeated', { ...about, code });
        await rest(transaction, row, Math.min(error.retryAfterMs ?? restMs, longestRestMs));
      } else this.logger.error('a document was not sent to an accounting system; it stays due', { ...about, error });
      return !isUnavailable;
    });
  }
}
