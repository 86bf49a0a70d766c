import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import {
  roundRobin,
  Clock,
  DueWorkRegistry,
  Logger,
  Parked,
  sumOf,
  Passes,
  type DueWork,
  type ParkedRow,
  type Instant,
} from '@tollgate/platform';
import { SubscriptionDatabase } from '../subscription.database.js';
import { doDueSteps } from '../lifecycle/due-steps.js';
import {
  allDueBy,
  customersWithDueWork,
  earliestDue,
  organizationsWithDueWork,
  phases,
  type Moment,
  type SubscriptionPhase,
} from '../model/subscriptions/due-subscriptions.repository.js';
import { PlanMigrationStarts } from './plan-migration-starts.js';
import { deleteFailures, recordFailure, parkedDueWork, parkedItem } from './due-failures.js';

/** The number of subscriptions that select the next customers; one transaction does all due work of those. */
const batchSize = 200;
/** Defers rows that a call locks for longer than this. */
const lockTimeout = '10s';

/**
 * Does the due work of subscriptions: starts, ends, plan changes, billing days, ends of trials, alerts. The work of a
 * customer runs in due order; organizations run round-robin, and a failure delays no other customer.
 */
@Injectable()
export class SubscriptionDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly clock: Clock,
    private readonly parked: Parked,
    private readonly passes: Passes,
    private readonly migrations: PlanMigrationStarts,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.offer('subscription', this);
    this.parked.register('subscription', parkedDueWork, {
      retry: (item) => this.retry(item),
      // No job retries it; a call that changes the subscription still has to bill its due periods.
      discard: () => Promise.resolve(),
    });
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const subscriptions = await this.database.tenant(organizationId, (transaction) => earliestDue(transaction));
    return [...subscriptions, ...(await this.migrations.next(organizationId))];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase === 'plan_migration') return this.migrations.start(organizationId, until);
    if (!(phase in phases)) return 0;
    const moment: Moment = { phase: phase as SubscriptionPhase, at: until };
    if (organizationId !== null) return this.drain(organizationId, moment);
    const waiting = await this.database.everyTenant((transaction) =>
      organizationsWithDueWork(transaction, moment.phase, new Date(until)),
    );
    const done = await this.passes.each(
      {
        name: 'due-subscriptions',
        failure: 'due subscriptions of an organization failed; they stay due',
        about: (id) => ({ organization_id: id, phase }),
      },
      roundRobin(waiting),
      async (id) => {
        const { worked, more } = await this.batch(id, moment);
        if (more) waiting.push(id);
        return worked;
      },
    );
    return sumOf(done);
  }

  private async drain(organizationId: string, moment: Moment): Promise<number> {
    for (let done = 0; ;) {
      const { worked, more } = await this.batch(organizationId, moment);
      done += worked;
      if (!more) return done;
    }
  }

  /** Does the work of the next customers in one transaction; after a failure, each in a separate one. */
  private async batch(organizationId: string, moment: Moment): Promise<{ worked: number; more: boolean }> {
    const customerIds = await this.database.tenant(organizationId, (transaction) =>
      customersWithDueWork(transaction, moment, batchSize),
    );
    if (customerIds.length === 0) return { worked: 0, more: false };
    const now = await this.clock.now(organizationId);
    let worked = 0;
    try {
      worked = await this.work(organizationId, customerIds, moment, now);
    } catch (error) {
      this.logger.warn('due subscriptions are processed one customer at a time', {
        organization_id: organizationId,
        customers: customerIds.length,
        error,
      });
      for (const id of customerIds) worked += await this.workAlone(organizationId, id, moment, now);
    }
    if (worked > 0)
      this.logger.info('due subscriptions', { organization_id: organizationId, phase: moment.phase, done: worked });
    return { worked, more: true };
  }

  private async work(organizationId: string, customerIds: string[], moment: Moment, now: Instant): Promise<number> {
    return this.database.tenant(organizationId, async (transaction) => {
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction);
      const done = await doDueSteps(transaction, customerIds, moment, now);
      await deleteFailures(transaction, customerIds);
      return done;
    });
  }

  private async workAlone(organizationId: string, customerId: string, moment: Moment, now: Instant): Promise<number> {
    try {
      return await this.work(organizationId, [customerId], moment, now);
    } catch (error) {
      await this.database.tenant(organizationId, async (transaction) => {
        const { tries, last } = await recordFailure(transaction, customerId);
        this.logger.error('due work of a customer failed', {
          organization_id: organizationId,
          customer_id: customerId,
          phase: moment.phase,
          tries,
          error,
        });
        if (last) await this.parked.park(transaction, parkedItem(organizationId, customerId, error, tries));
      });
      return 0;
    }
  }

  private async retry({ organization_id: organizationId, key: customerId }: ParkedRow): Promise<void> {
    const now = await this.clock.now(organizationId);
    while ((await this.work(organizationId, [customerId], allDueBy(now), now)) > 0);
  }
}
