import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import { Logger, sumOf, Passes, type TenantTransaction, type Transaction, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { lockDunnedCustomer, updateDunnedCustomer } from '../../model/dunning/dunned-customers.repository.js';
import { dueCustomers, firstDueCustomer, hasCampaigns } from './due-customers.repository.js';
import { runAt, runAfter, runUntil } from './dunning-hours.rules.js';
import { dunCustomer } from './dunning-round.writer.js';

const HOUR = 3_600_000;
const batchSize = 200;
/** The time limit of a pass over all organizations; the next tick continues with the rest. */
const longestPassMs = 30_000;
const mostOrganizations = 1_000;

/**
 * Runs dunning every hour (webhooks, section 22). It derives the due customers from their balances, so it makes up
 * missed runs once.
 */
@Injectable()
export class DunningRuns {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  async next(organizationId: string): Promise<DueInstant[]> {
    const dueCustomer = await this.database.tenant(organizationId, async (transaction) =>
      (await hasCampaigns(transaction)) ? firstDueCustomer(transaction) : undefined,
    );
    if (!dueCustomer) return [];
    const after = dueCustomer.behind === null ? 0 : runAfter(dueCustomer.behind.getTime());
    return [{ phase: 'dunning', at: Math.max(runAt(dueCustomer.from.getTime()), after) }];
  }

  /**
   * @param organizationId null: all that follow the wall clock
   * @param until Unix ms
   * @returns the number of dunned customers
   */
  async run(organizationId: string | null, until: Instant): Promise<number> {
    return organizationId === null ? this.runPass(until) : this.dunAll(organizationId, until);
  }

  /** Runs organizations without a pass since the last run of the hour. */
  private async runPass(until: Instant): Promise<number> {
    const deadline = Date.now() + longestPassMs;
    const done = await this.passes.each(
      {
        name: 'dunning',
        failure: 'customers were not dunned; they stay due',
        about: (id) => ({ organization_id: id }),
      },
      await this.database.everyTenant((transaction) => organizationsToDun(transaction, until)),
      async (id) => {
        if (Date.now() > deadline) return 0;
        const dunned = await this.dunAll(id, until);
        await this.database.tenant(id, (transaction) => storePass(transaction, until));
        return dunned;
      },
    );
    return sumOf(done);
  }

  private async dunAll(organizationId: string, until: Instant): Promise<number> {
    let done = 0;
    for (let last: string | null = null; ;) {
      const batch: string[] = await this.database.tenant(organizationId, (transaction) =>
        dueCustomers(transaction, new Date(until), last, batchSize),
      );
      for (const customerId of batch) if (await this.tryDunCustomer(organizationId, customerId, until)) done += 1;
      last = batch.at(-1) ?? null;
      if (batch.length < batchSize) return done;
    }
  }

  /** Duns one customer; a failure blocks no other, and the next run retries it. */
  private async tryDunCustomer(organizationId: string, customerId: string, until: Instant): Promise<boolean> {
    try {
      return await this.database.tenant(organizationId, (transaction) => dunCustomer(transaction, customerId, until));
    } catch (error) {
      this.logger.error('a customer was not dunned', {
        organization_id: organizationId,
        customer_id: customerId,
        error,
      });
      await this.database.tenant(organizationId, async (transaction) => {
        await lockDunnedCustomer(transaction, customerId);
        await updateDunnedCustomer(transaction, customerId, { not_before: new Date(until + HOUR) });
      });
      return false;
    }
  }
}

async function organizationsToDun(transaction: Transaction, until: Instant): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct campaign.organization_id from payment.dunning_campaigns campaign
    left join payment.dunning_passes pass on pass.organization_id = campaign.organization_id
    where campaign.deleted_at is null and (pass.done_until is null or pass.done_until < ${new Date(runUntil(until))})
      and ${sql.raw(followsWallClock('campaign.organization_id'))}
    limit ${mostOrganizations}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

async function storePass(transaction: TenantTransaction, until: Instant): Promise<void> {
  await sql`
    insert into payment.dunning_passes (organization_id, done_until)
    values (${transaction.organizationId}, ${new Date(until)})
    on conflict (organization_id) do update set done_until = excluded.done_until
  `.execute(transaction);
}
