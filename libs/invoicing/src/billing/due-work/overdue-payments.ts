import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import { newId, sumOf, Passes, type TenantTransaction, type Transaction, type Instant } from '@tollgate/platform';
import { DAY, utcDate } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { isFailedTopUp } from '../../model/payments/automatic-sales.js';

/** The maximum number of invoices that one transaction marks as overdue, and of organizations per pass. */
const batchSize = 500;
const mostOrganizations = 10_000;

/** Invoices with an open payment; indexes cover them. No customer owes failed automatic top-ups. */
const awaited = sql`status = 'finalized' and payment_status <> 'succeeded' and not payment_overdue and payment_dispute_lost_at is null
  and not ${sql.raw(isFailedTopUp('invoices'))}`;

/** An invoice is overdue from the UTC day after its due date. */
const overdueAt = (dueDate: string): number => Date.parse(`${dueDate}T00:00:00Z`) + DAY;

/** Marks invoices as overdue that are unpaid after their due date (invoices, section 9.11). */
@Injectable()
export class OverduePayments {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly passes: Passes,
  ) {}

  /** The instant at which the next invoice of an organization becomes overdue. */
  async next(organizationId: string): Promise<DueInstant[]> {
    const date = await this.database.tenant(organizationId, async (transaction) => {
      const { rows } = await sql<{ due: string | null }>`
        select min(payment_due_date)::text as due from invoicing.invoices
        where organization_id = ${organizationId} and ${awaited}
      `.execute(transaction);
      return rows[0]?.due ?? null;
    });
    return date === null ? [] : [{ phase: 'overdue', at: overdueAt(date) }];
  }

  /**
   * @param organizationId null: all on the wall clock
   * @param until Unix ms
   * @returns the number of newly overdue invoices
   */
  async run(organizationId: string | null, until: Instant): Promise<number> {
    if (organizationId !== null) return this.markAll(organizationId, until);
    const done = await this.passes.each(
      {
        name: 'overdue-invoices',
        failure: 'overdue invoices were not marked; they stay due',
        about: (id) => ({ organization_id: id }),
      },
      await this.database.everyTenant((transaction) => organizationsWithOverdue(transaction, until)),
      (id) => this.markAll(id, until),
    );
    return sumOf(done);
  }

  private async markAll(organizationId: string, until: Instant): Promise<number> {
    for (let done = 0; ;) {
      const marked = await this.database.tenant(organizationId, (transaction) => this.markSome(transaction, until));
      done += marked;
      if (marked < batchSize) return done;
    }
  }

  /** Marks the oldest due invoices; waits for concurrent payments and voids, and sees their result. */
  private async markSome(transaction: TenantTransaction, until: Instant): Promise<number> {
    const { rows } = await sql<{ id: string; customer_id: string; updated_at: Date }>`
      with late as (
        select id from invoicing.invoices
        where organization_id = ${transaction.organizationId} and payment_due_date < ${utcDate(until)}::date and ${awaited}
        order by payment_due_date, id limit ${batchSize} for update
      )
      update invoicing.invoices invoice
      set payment_overdue = true,
          updated_at = greatest(invoice.updated_at, (invoice.payment_due_date + 1)::timestamp at time zone 'UTC')
      from late where late.id = invoice.id
      returning invoice.id, invoice.customer_id, invoice.updated_at
    `.execute(transaction);
    const ordered = rows.sort((a, b) => a.updated_at.getTime() - b.updated_at.getTime() || (a.id < b.id ? -1 : 1));
    await transaction.appendAll(
      'invoice.payment_overdue',
      ordered.map(({ id, customer_id: key, updated_at: at }) => ({
        id: newId(),
        key,
        payload: { invoice_id: id },
        occurredAt: at.getTime(),
      })),
    );
    return rows.length;
  }
}

async function organizationsWithOverdue(transaction: Transaction, until: Instant): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from invoicing.invoices
    where payment_due_date < ${utcDate(until)}::date and ${awaited}
      and ${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}
    limit ${mostOrganizations}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}

/**
 * The instant since which the oldest unmarked invoice should be overdue, among organizations on the wall clock (Unix ms
 * `now`).
 */
export async function oldestOverdue(transaction: Transaction, now: Instant): Promise<Date | undefined> {
  const { rows } = await sql<{ due: string }>`
    select payment_due_date::text as due from invoicing.invoices
    where payment_due_date < ${utcDate(now)}::date and ${awaited}
      and ${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}
    order by payment_due_date limit 1
  `.execute(transaction);
  return rows[0] && new Date(overdueAt(rows[0].due));
}
