import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { MrrMovement, MrrMovementFilters } from '@tollgate/contracts';
import { organizationsByWallClock, readOrganization, testClocks } from '@tollgate/identity/reader';
import { Clock, isoSeconds, Jobs, Passes, type Instant } from '@tollgate/platform';
import { firstStart } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { monthsOf, monthStart, nextMonth } from './months.rules.js';
import { presentMovements } from './mrr-movements.presenter.js';
import { beginWith, closeMonth, movementsThrough, openMonth, openMonths } from './mrr-movements.repository.js';

const everyHour = 3_600_000;
/** A month is closed this long after its end, when what fell due at its end is done. */
const afterEndMs = 3_600_000;
/** The time limit of a pass over all organizations, and of one of them; the next pass finds the rest. */
const longestPassMs = 30 * 60_000;
const longestRunMs = 20_000;
const organizationsAtOnce = 2;

/** The movements of an organization, and up to when they are complete. */
export interface MrrMovementReport {
  mrr_movements: MrrMovement[];
  complete_to_datetime: string | null;
}

/**
 * Movements of monthly recurring revenue. A job closes each month once, an hour after its end, and a closed month never
 * changes. Calls read what is stored, and request what is missing.
 */
@Injectable()
export class MrrMovements implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('mrr-movements', () => this.requestAll(), 1);
    this.jobs.work(
      'mrr-months',
      ({ organization_id: organizationId }) => this.closeMonths(organizationId),
      organizationsAtOnce,
    );
    await this.jobs.every('mrr-movements', everyHour, {});
  }

  /** The movements of closed months, of all currencies or of one. */
  async report(organizationId: string, filters: MrrMovementFilters): Promise<MrrMovementReport> {
    const now = await this.clock.now(organizationId);
    const { open, report } = await this.database.tenant(organizationId, async (transaction) => {
      const { createdAt } = await readOrganization(transaction);
      const { names, to } = monthsOf(createdAt.getTime(), now, filters.months);
      const opened = await openMonth(transaction);
      const closed = names.filter((name) => opened !== null && `${name}-01` < opened);
      const rows = await movementsThrough(transaction, to, filters.currency?.toUpperCase() ?? null);
      return {
        open: opened,
        report: {
          mrr_movements: presentMovements(rows, closed),
          complete_to_datetime: opened === null ? null : isoSeconds(monthStart(opened)),
        },
      };
    });
    if (hasEnded(open, now)) await this.request(organizationId);
    return report;
  }

  /** Closes the ended months of an organization, oldest first; a process that dies leaves whole months. */
  async closeMonths(organizationId: string): Promise<void> {
    const deadline = Date.now() + longestRunMs;
    const now = await this.clock.now(organizationId);
    let open = await this.begin(organizationId, now);
    while (hasEnded(open, now) && Date.now() < deadline) {
      const month = open;
      const end = nextMonth(month);
      await this.database.tenant(organizationId, (transaction) => closeMonth(transaction, month, monthStart(end)));
      open = end;
    }
  }

  private async begin(organizationId: string, now: Instant): Promise<string> {
    return this.database.tenant(organizationId, async (transaction) => {
      const open = await openMonth(transaction);
      if (open !== null) return open;
      const first = (await firstStart(transaction))?.getTime() ?? now;
      const month = `${new Date(Math.min(first, now)).toISOString().slice(0, 7)}-01`;
      await beginWith(transaction, month);
      return (await openMonth(transaction)) ?? month;
    });
  }

  private async requestAll(): Promise<void> {
    const deadline = Date.now() + longestPassMs;
    const { clocks, byWallClock, open } = await this.database.everyTenant(async (transaction) => ({
      clocks: await testClocks(transaction),
      byWallClock: await organizationsByWallClock(transaction),
      open: await openMonths(transaction),
    }));
    // Sandboxes turn their clocks by months again and again, and few read their movements: the first call begins.
    const sandboxes = clocks.filter(({ organizationId }) => open.has(organizationId));
    const all = [...byWallClock.map((organizationId) => ({ organizationId, now: Date.now() })), ...sandboxes];
    await this.passes.each(
      {
        name: 'mrr-movements',
        failure: 'ended months were not closed; they are with the next pass',
        about: ({ organizationId }) => ({ organization_id: organizationId }),
      },
      all.filter(({ organizationId, now }) => hasEnded(open.get(organizationId) ?? null, now)),
      async ({ organizationId }) => {
        if (Date.now() <= deadline) await this.request(organizationId);
      },
    );
  }

  /** No test clock waits for it: the next pass finds it again. */
  private async request(organizationId: string): Promise<void> {
    await this.jobs.add(
      'mrr-months',
      { organization_id: organizationId, request_id: null },
      { id: organizationId, blocksTestClock: false },
    );
  }
}

/** Whether an open month has ended. @param open its first day; null before the first run */
const hasEnded = (open: string | null, now: Instant): boolean =>
  open === null || monthStart(nextMonth(open)).getTime() + afterEndMs <= now;
