import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import { DueWorkRegistry, Jobs, tablesOf, type DueWork, type Transaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import type { InvoicingTables } from '../invoicing.tables.js';

const drafts = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction).selectFrom('invoicing.invoices').where('status', '=', 'draft');

/** What falls due of invoices: drafts whose grace period ends (invoices, section 9.4). Each is a job of its own. */
@Injectable()
export class InvoicingDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.registry.offer('invoicing', this);
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const due = await this.database.tenant(organizationId, (transaction) =>
      drafts(transaction)
        .select((column) => column.fn.min('finalize_at').as('at'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    return due?.at ? [{ phase: 'finalization', at: due.at.getTime() }] : [];
  }

  async run(organizationId: string | null, phase: DuePhase, until: number): Promise<number> {
    if (phase !== 'finalization') return 0;
    const due = (transaction: Transaction) =>
      drafts(transaction).select(['id', 'organization_id']).where('finalize_at', '<=', new Date(until)).orderBy('finalize_at').orderBy('id');
    const rows =
      organizationId === null
        ? await this.database.everyTenant((transaction) => due(transaction).where(sql<boolean>`${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}`).execute())
        : await this.database.tenant(organizationId, (transaction) => due(transaction).where('organization_id', '=', organizationId).execute());
    for (const { id, organization_id } of rows) {
      await this.jobs.add('invoice-finalization', { organization_id, request_id: null, invoice_id: id }, { id });
    }
    return rows.length;
  }
}
