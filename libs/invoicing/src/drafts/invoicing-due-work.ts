import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import { DueWorkRegistry, Jobs, tablesOf, type DueWork, type Transaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import type { InvoicingTables } from '../invoicing.tables.js';
import { unmarkDraft } from './draft-marks.js';

const drafts = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction).selectFrom('invoicing.invoices').where('status', '=', 'draft');

/** The phases of drafts, with the column that says when. */
const phases = { draft_refresh: 'refresh_at', finalization: 'finalize_at' } as const;
type DraftPhase = keyof typeof phases;

interface DueDraft {
  id: string;
  organization_id: string;
  at: Date;
}

/**
 * What falls due of invoices: drafts that changed prices or taxes reach, and drafts whose grace period ends (invoices,
 * sections 9.4 and 9.5). Each is a job of its own.
 */
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
        .select((column) => [column.fn.min('refresh_at').as('draft_refresh'), column.fn.min('finalize_at').as('finalization')])
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    return (Object.keys(phases) as DraftPhase[]).flatMap((phase) => {
      const at = due?.[phase];
      return at ? [{ phase, at: at.getTime() }] : [];
    });
  }

  async run(organizationId: string | null, phase: DuePhase, until: number): Promise<number> {
    if (!(phase in phases)) return 0;
    const due = await this.due(organizationId, phase as DraftPhase, new Date(until));
    for (const draft of due) {
      if (phase === 'finalization') await this.finalize(draft);
      else await this.refresh(draft, new Date(until));
    }
    return due.length;
  }

  private async due(organizationId: string | null, phase: DraftPhase, until: Date): Promise<DueDraft[]> {
    const column = phases[phase];
    const query = (transaction: Transaction) =>
      drafts(transaction)
        .select(['id', 'organization_id', sql<Date>`${sql.ref(column)}`.as('at')])
        .where(column, '<=', until)
        .orderBy(column)
        .orderBy('id');
    if (organizationId !== null) return this.database.tenant(organizationId, (transaction) => query(transaction).where('organization_id', '=', organizationId).execute());
    const wallClock = sql<boolean>`${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}`;
    return this.database.everyTenant((transaction) => query(transaction).where(wallClock).execute());
  }

  private async finalize({ id, organization_id }: DueDraft): Promise<void> {
    await this.jobs.add('invoice-finalization', { organization_id, request_id: null, invoice_id: id }, { id });
  }

  private async refresh({ id, organization_id, at }: DueDraft, until: Date): Promise<void> {
    await this.jobs.add('draft-refresh', { organization_id, request_id: null, invoice_id: id }, { id: `${id}-${at.getTime()}` });
    await this.database.tenant(organization_id, (transaction) => unmarkDraft(transaction, id, until));
  }
}
