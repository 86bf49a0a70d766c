import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload, PriceTest } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { awaitOwnUsage, Clock, CommandBus, Jobs, Logger, TryLater } from '@tollgate/platform';
import { subscriptionsOfPlansAfter } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { insertResults } from '../../model/price-tests/price-test-results.repository.js';
import {
  findPriceTest,
  isUnfinished,
  lockPriceTest,
  updatePriceTest,
  type PriceTestRow,
} from '../../model/price-tests/price-tests.repository.js';
import { selectionOf } from './tested-customers.js';
import {
  readTested,
  readTestedPlan,
  TestedSubscriptions,
  type NewResult,
  type TestedSubscription,
} from './tested-subscriptions.js';

/** Tests of all organizations that a process works on at once: bills come first. */
const parallelTests = 1;
/** Subscriptions that are priced together. */
const batch = 50;
/** After this time, tests of other organizations come first. */
const longestRunMs = 15_000;
const pauseBetweenRunsMs = 50;

/** The next subscriptions of a test, and the plan with the tested prices; null when it is not valid any more. */
interface NextBatch {
  row: PriceTestRow;
  plan: PlanView | null;
  tested: TestedSubscription[];
}

/**
 * Prices subscriptions batch by batch, in the order of their identifiers. A batch and the progress are stored in one
 * transaction: a stopped process repeats one batch, and of two processes one stores it.
 */
@Injectable()
export class PriceTestWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly subscriptions: TestedSubscriptions,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('price-test', (payload) => this.run(payload), parallelTests);
  }

  /** @throws TryLater when others come first */
  private async run({ organization_id: organizationId, price_test_id: id }: JobPayload<'price-test'>): Promise<void> {
    const runEndsAt = Date.now() + longestRunMs;
    await awaitOwnUsage(this.commands, organizationId);
    for (;;) {
      const next = await this.next(organizationId, id);
      if (!next) return;
      if (next.row.status === 'stopping') return this.end(next.row, 'requested');
      if (next.plan === null) return this.end(next.row, 'plan_not_valid');
      if (next.tested.length === 0) return this.end(next.row, null);
      const results = await this.subscriptions.price(next.row, next.plan, next.tested);
      await this.store(next.row, results);
      if (Date.now() > runEndsAt) throw new TryLater(pauseBetweenRunsMs);
    }
  }

  /** @returns undefined for a test that has ended or is deleted */
  private async next(organizationId: string, id: string): Promise<NextBatch | undefined> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await findPriceTest(transaction, id);
      if (!row || !isUnfinished(row)) return undefined;
      const selection = await selectionOf(transaction, row);
      const ids = await subscriptionsOfPlansAfter(transaction, selection, row.last_subscription_id, batch);
      const plan = await readTestedPlan(transaction, row);
      const tested = await readTested(transaction, row, ids);
      return { row, plan, tested };
    });
  }

  private async store(row: PriceTestRow, results: NewResult[]): Promise<void> {
    const { organization_id: organizationId, id } = row;
    const last =
      results
        .map((result) => result.subscription_id)
        .sort()
        .at(-1) ?? row.last_subscription_id;
    const now = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      const locked = await lockPriceTest(transaction, id);
      if (!locked || locked.last_subscription_id !== row.last_subscription_id) return;
      await insertResults(
        transaction,
        results.map((result) => ({ ...result, created_at: now })),
      );
      await updatePriceTest(transaction, id, {
        ...(locked.status === 'pending' ? { status: 'processing', started_at: row.started_at ?? now } : {}),
        last_subscription_id: last,
        subscriptions_done: locked.subscriptions_done + results.length,
      });
    });
  }

  /** @param stopReason null when it is complete */
  private async end(row: PriceTestRow, stopReason: PriceTest['stop_reason']): Promise<void> {
    const { organization_id: organizationId, id } = row;
    const completedAt = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      const locked = await lockPriceTest(transaction, id);
      const status = stopReason === null ? 'completed' : 'stopped';
      if (locked && isUnfinished(locked))
        await updatePriceTest(transaction, id, { status, stop_reason: stopReason, completed_at: completedAt });
    });
    this.logger.info('a test of prices has ended', { price_test_id: id, stop_reason: stopReason });
  }
}
