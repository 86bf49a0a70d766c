import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import {
  Clock,
  Logger,
  Metrics,
  Parked,
  parkedReasonOf,
  Passes,
  sumOf,
  ValidationFailed,
  type DueWork,
  type Instant,
  type ParkedRow,
} from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import {
  dueCustomers,
  nextStatement,
  oldestStatement,
  organizationsWithStatements,
  postponeSchedule,
} from './schedules.repository.js';
import { StatementSchedules } from './statement-schedules.service.js';

const batchSize = 200;
/** A statement that failed is tried again so much later, in milliseconds. */
const pauseMs = 3_600_000;
const parkedKind = 'statement';
const Skipped = z.object({ customer_id: z.uuid(), from: z.string(), to: z.string() });

/**
 * Sends the due statements of customers, each in a transaction of its own. A failure delays the statement by an hour,
 * and no other one. An account above the bounds of statements is parked, and its next period goes on.
 */
@Injectable()
export class StatementsDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly schedules: StatementSchedules,
    private readonly clock: Clock,
    private readonly parked: Parked,
    private readonly passes: Passes,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.parked.register('document', parkedKind, { retry: (item) => this.retry(item) });
    this.metrics.onScrape(async () => {
      const now = Date.now();
      const oldest = await this.database.everyTenant((transaction) => oldestStatement(transaction, new Date(now)));
      this.metrics.recordDueWork('document', 'statement', oldest, now);
    });
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, nextStatement);
    return at === null ? [] : [{ phase: 'statement', at: at.getTime() }];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase !== 'statement') return 0;
    if (organizationId !== null) return this.sendAll(organizationId, until);
    const done = await this.passes.each(
      {
        name: 'due-statements',
        failure: 'statements of an organization were not sent; they stay due',
        about: (id) => ({ organization_id: id }),
      },
      await this.database.everyTenant((transaction) => organizationsWithStatements(transaction, new Date(until))),
      (id) => this.sendAll(id, until),
    );
    return sumOf(done);
  }

  private async sendAll(organizationId: string, until: Instant): Promise<number> {
    for (let done = 0; ;) {
      const batch = await this.database.tenant(organizationId, (transaction) =>
        dueCustomers(transaction, new Date(until), batchSize),
      );
      for (const customerId of batch) if (await this.isDone(organizationId, customerId, until)) done += 1;
      if (batch.length === 0) return done;
    }
  }

  private async isDone(organizationId: string, customerId: string, until: Instant): Promise<boolean> {
    try {
      return await this.schedules.sendDue(organizationId, customerId, until);
    } catch (error) {
      if (error instanceof ValidationFailed) return this.park(organizationId, customerId, until, error);
      this.logger.error('a statement was not sent; it stays due', {
        organization_id: organizationId,
        customer_id: customerId,
        error,
      });
      await this.database.tenant(organizationId, (transaction) =>
        postponeSchedule(transaction, customerId, new Date(until + pauseMs)),
      );
      return false;
    }
  }

  private async park(organizationId: string, customerId: string, until: Instant, error: unknown): Promise<boolean> {
    return this.database.tenant(organizationId, async (transaction) => {
      const days = await this.schedules.skipDue(transaction, customerId, until);
      if (!days) return false;
      await this.parked.park(transaction, {
        service: 'document',
        kind: parkedKind,
        organizationId,
        key: `${customerId} ${days.to}`,
        ...parkedReasonOf(error),
        payload: { customer_id: customerId, ...days } satisfies z.infer<typeof Skipped>,
      });
      return true;
    });
  }

  private async retry({ organization_id: organizationId, payload }: ParkedRow): Promise<void> {
    const { customer_id: customerId, ...days } = Skipped.parse(payload);
    await this.schedules.sendSkipped(organizationId, customerId, days, await this.clock.now(organizationId));
  }
}
