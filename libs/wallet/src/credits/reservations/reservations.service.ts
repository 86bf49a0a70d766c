import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CommandBus, groupBy, Jobs, Logger, Passes } from '@tollgate/platform';
import { oldReservations } from '../../model/reservations/reservations.repository.js';
import { lockActiveWalletsOf } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { reserveCredits } from './reserve.js';
import { reserveRefund } from './reserve-refund.js';
import { undo } from './undo.js';

/** Far above the time limit for writing an invoice after its reservation. */
const releasedAfterMs = 10 * 60_000;
const mostAtOnce = 1000;

/** Reserves credits for invoices, and releases unused reservations (wallets, section 5). */
@Injectable()
export class Reservations implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly database: WalletDatabase,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.commands.handle('wallet', 'wallet.reserve_credits', async ({ organization_id, invoices }) => ({
      invoices: await this.database.tenant(organization_id, (transaction) => reserveCredits(transaction, invoices)),
    }));
    this.commands.handle('wallet', 'wallet.reserve_refund', (request) =>
      this.database.tenant(request.organization_id, (transaction) => reserveRefund(transaction, request)),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('wallet-sweep', () => this.releaseOld());
  }

  /**
   * Releases reservations of documents that were never written; a written document confirms by its message. A failing
   * organization blocks no other.
   */
  async releaseOld(ageMs = releasedAfterMs): Promise<void> {
    const old = await this.database.everyTenant((transaction) => oldReservations(transaction, ageMs, mostAtOnce));
    await this.passes.each(
      {
        name: 'wallet-sweep',
        failure: 'reserved credits are not released; they stay due',
        about: ([organizationId]) => ({ organization_id: organizationId }),
      },
      groupBy(old, (row) => row.organization_id),
      ([organizationId, rows]) => this.release(organizationId, rows),
    );
  }

  private async release(organizationId: string, old: { document_id: string; customer_id: string }[]): Promise<void> {
    const request = { organization_id: organizationId, ids: old.map((row) => row.document_id) };
    const written = new Set((await this.commands.send('invoicing', 'document.written_among', request)).ids);
    const unwritten = old.filter((row) => !written.has(row.document_id));
    const ids = unwritten.map((row) => row.document_id);
    await this.database.tenant(organizationId, async (transaction) => {
      await lockActiveWalletsOf(transaction, [...new Set(unwritten.map((row) => row.customer_id))]);
      await undo(transaction, ids);
    });
    if (ids.length > 0)
      this.logger.warn('reserved credits are released', { organization_id: organizationId, document_ids: ids });
  }
}
