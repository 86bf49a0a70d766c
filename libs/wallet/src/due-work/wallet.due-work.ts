import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { DueWorkRegistry, Logger, Metrics, sumOf, Passes, type DueWork, type Instant } from '@tollgate/platform';
import { dueItems, nextDue, oldestDue, organizationsWithDue, type DueItem } from '../model/wallets/due.repository.js';
import { AutomaticCharges } from '../automatic-charges.js';
import { WalletDatabase } from '../wallet.database.js';
import { runDueItem } from './due-items.js';

const batchSize = 200;

/**
 * Due work of wallets: ends of wallets and of rules, and interval top-ups, oldest first (wallets, section 11). Each
 * item runs in its own transaction. A failed item stays due and blocks no other.
 */
@Injectable()
export class WalletDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: WalletDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly metrics: Metrics,
    private readonly passes: Passes,
    private readonly logger: Logger,
    private readonly charges: AutomaticCharges,
  ) {}

  onModuleInit(): void {
    this.registry.offer('wallet', this);
    this.metrics.onScrape(async () => {
      const now = Date.now();
      const oldest = await this.database.everyTenant((transaction) => oldestDue(transaction, new Date(now)));
      this.metrics.recordDueWork('wallet', 'wallet', oldest, now);
    });
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, nextDue);
    return at === null ? [] : [{ phase: 'wallet', at: at.getTime() }];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase !== 'wallet') return 0;
    if (organizationId !== null) return this.runForOrganization(organizationId, until);
    const done = await this.passes.each(
      {
        name: 'due-wallets',
        failure: 'due work of wallets was not done; it stays due',
        about: (id) => ({ organization_id: id }),
      },
      await this.database.everyTenant((transaction) => organizationsWithDue(transaction, new Date(until))),
      (id) => this.runForOrganization(id, until),
    );
    return sumOf(done);
  }

  private async runForOrganization(organizationId: string, until: Instant): Promise<number> {
    const failed: string[] = [];
    for (let done = 0; ;) {
      const batch = await this.database.tenant(organizationId, (transaction) =>
        dueItems(transaction, new Date(until), failed, batchSize),
      );
      for (const item of batch) {
        if (await this.isDone(organizationId, item)) done += 1;
        else failed.push(item.id);
      }
      if (batch.length === 0) return done;
    }
  }

  private async isDone(organizationId: string, item: DueItem): Promise<boolean> {
    try {
      await this.database.tenant(organizationId, (transaction) => runDueItem(this.charges, transaction, item));
      return true;
    } catch (error) {
      this.logger.error('due work of a wallet failed; it stays due', {
        organization_id: organizationId,
        kind: item.kind,
        id: item.id,
        error,
      });
      return false;
    }
  }
}
