import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import {
  DueWorkRegistry,
  Jobs,
  sumOf,
  Passes,
  type DueWork,
  type TenantTransaction,
  type Transaction,
  type Instant,
  type Pass,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { tables } from '../../model/invoicing.tables.js';
import { unmarkDraft } from '../../model/invoices/draft-marks.repository.js';
import { OverduePayments } from './overdue-payments.js';

const drafts = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('invoicing.invoices').where('status', '=', 'draft');

/** The phases of drafts, with the column of their due instant. */
export const phases = { draft_refresh: 'refresh_at', finalization: 'finalize_at' } as const;
export type DraftPhase = keyof typeof phases;

const batchSize = 500;
/** The maximum number of drafts per pass, and of each organization: about a minute of job time. */
const mostOfPass = 10_000;
const mostOfOrganization = 2_000;
const parallelJobs = 8;
/** The time limit of a pass; the next tick continues. */
const longestPassMs = 30_000;

interface DuePhaseUntil {
  phase: DraftPhase;
  until: Date;
}

interface DueDraft {
  id: string;
  organization_id: string;
  at: Date;
}

/**
 * The due work of invoices: drafts with changed prices or taxes, and drafts at the end of their grace period (invoices,
 * sections 9.4 and 9.5). Each is a job of its own.
 */
@Injectable()
export class InvoicingDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly overdue: OverduePayments,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  onModuleInit(): void {
    this.registry.offer('invoicing', this);
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const earliest = await this.database.tenant(organizationId, (transaction) =>
      drafts(transaction)
        .select((column) => [
          column.fn.min('refresh_at').as('draft_refresh'),
          column.fn.min('finalize_at').as('finalization'),
        ])
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    const draftInstants = (Object.keys(phases) as DraftPhase[]).flatMap((phase) => {
      const at = earliest?.[phase];
      return at ? [{ phase, at: at.getTime() }] : [];
    });
    return [...draftInstants, ...(await this.overdue.next(organizationId))];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase === 'overdue') return this.overdue.run(organizationId, until);
    if (!(phase in phases)) return 0;
    const due: DuePhaseUntil = { phase: phase as DraftPhase, until: new Date(until) };
    return organizationId === null ? this.pass(due) : this.drain(organizationId, due);
  }

  /**
   * Passes once over all organizations on the wall clock, each with its oldest drafts: one organization with very many
   * changed drafts delays no other. One pass runs at a time; the next pass processes the rest.
   */
  private async pass(due: DuePhaseUntil): Promise<number> {
    const lock = await this.database.tryLock(`drafts ${due.phase}`);
    if (!lock) return 0;
    try {
      const oldest = await this.database.everyTenant((transaction) => oldestDue(transaction, due));
      const deadline = Date.now() + longestPassMs;
      const done = await this.passes.each(handingOut(due), oldest, async (draft) => {
        if (Date.now() >= deadline) return 0;
        await this.handOut(draft, due);
        return 1;
      });
      return sumOf(done);
    } finally {
      lock.release();
    }
  }

  /** Queues all due drafts of an organization; its test clock waits until they are done. */
  private async drain(organizationId: string, due: DuePhaseUntil): Promise<number> {
    let done = 0;
    for (let last: DueDraft | null = null; ;) {
      const batch: DueDraft[] = await this.database.tenant(organizationId, (transaction) =>
        dueAfter(transaction, due, last),
      );
      for (const draft of batch) await this.handOut(draft, due);
      done += batch.length;
      last = batch.at(-1) ?? null;
      if (batch.length < batchSize) return done;
    }
  }

  private async handOut({ id, organization_id, at }: DueDraft, { phase, until }: DuePhaseUntil): Promise<void> {
    const payload = { organization_id, request_id: null, invoice_id: id };
    if (phase === 'finalization')
      return this.jobs.add('invoice-finalization', payload, { id: `${id}-${at.getTime()}` });
    await this.jobs.add('draft-refresh', payload, { id: `${id}-${at.getTime()}` });
    await this.database.tenant(organization_id, (transaction) => unmarkDraft(transaction, id, until));
  }
}

const handingOut = ({ phase }: DuePhaseUntil): Pass<DueDraft> => ({
  name: 'due-drafts',
  failure: 'a due draft was not handed out; it stays due',
  about: ({ organization_id, id }) => ({ organization_id, invoice_id: id, phase }),
  parallel: parallelJobs,
});

const dueDrafts = (transaction: TenantTransaction, { phase, until }: DuePhaseUntil) =>
  drafts(transaction)
    .select(['id', 'organization_id', sql<Date>`${sql.ref(phases[phase])}`.as('at')])
    .where(phases[phase], '<=', until);

/** The oldest due drafts of each organization on the wall clock; the first of each precedes the second of any. */
async function oldestDue(transaction: Transaction, { phase, until }: DuePhaseUntil): Promise<DueDraft[]> {
  const { rows } = await sql<DueDraft>`
    select id, organization_id, at from (
      select id, organization_id, ${sql.ref(phases[phase])} as at,
             row_number() over (partition by organization_id order by ${sql.ref(phases[phase])}, id) as position
      from invoicing.invoices
      where status = 'draft' and ${sql.ref(phases[phase])} <= ${until} and ${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}
    ) as due
    where position <= ${mostOfOrganization} order by position, at, id limit ${mostOfPass}
  `.execute(transaction);
  return rows;
}

/** The next due drafts of an organization after one. */
async function dueAfter(
  transaction: TenantTransaction,
  due: DuePhaseUntil,
  last: DueDraft | null,
): Promise<DueDraft[]> {
  let query = dueDrafts(transaction, due)
    .where('organization_id', '=', transaction.organizationId)
    .orderBy(phases[due.phase])
    .orderBy('id')
    .limit(batchSize);
  if (last) query = query.where(sql<boolean>`(${sql.ref(phases[due.phase])}, id) > (${last.at}, ${last.id}::uuid)`);
  return query.execute();
}

/** The instant since which the oldest draft has been due in a phase, among organizations on the wall clock. */
export async function oldestDueDraft(
  transaction: Transaction,
  phase: DraftPhase,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select ${sql.ref(phases[phase])} as at from invoicing.invoices
    where status = 'draft' and ${sql.ref(phases[phase])} <= ${now} and ${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}
    order by ${sql.ref(phases[phase])} limit 1
  `.execute(transaction);
  return rows[0]?.at;
}
