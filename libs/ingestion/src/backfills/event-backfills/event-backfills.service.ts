import { Injectable } from '@nestjs/common';
import {
  backfillBounds,
  isBlank,
  type EventBackfill,
  type EventBackfillCreate,
  type EventBackfillFilters,
  type EventBackfillRow,
  type EventBackfillRowFilters,
  type Meta,
  type SingleEventBackfill,
} from '@tollgate/contracts';
import { Clock, isId, newId, NotAllowed, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { findSource } from '../../sources/event-sources/event-sources.repository.js';
import { insertObjects } from '../records/backfill-objects.repository.js';
import { firstRefused, listRefused } from '../records/backfill-rows.repository.js';
import { presentBackfill } from '../records/backfill.presenter.js';
import {
  advance,
  countUnfinished,
  findBackfill,
  insertBackfill,
  listBackfills,
  lockBackfill,
  type BackfillChanges,
  type BackfillRow,
} from '../records/backfills.repository.js';
import { BackfillRuns } from '../runs/backfill-runs.js';
import { publishChange } from '../runs/backfill-steps.js';
import { BackfillInputs } from './backfill-inputs.js';

const shownRefused = 20;

/** Backfills of events (metering, section 2.10). */
@Injectable()
export class EventBackfillsService {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly clock: Clock,
    private readonly inputs: BackfillInputs,
    private readonly runs: BackfillRuns,
  ) {}

  /** Accepts a file or the objects of a bucket; a job reads their rows. @throws ValidationFailed */
  async create(organizationId: string, input: EventBackfillCreate): Promise<SingleEventBackfill> {
    const now = await this.clock.now(organizationId);
    const id = newId();
    const { origin, objects } = await this.inputs.read({ id, organization_id: organizationId }, input);
    const made = await this.database.tenant(organizationId, async (transaction) => {
      if ((await countUnfinished(transaction)) >= backfillBounds.unfinished)
        throw new ValidationFailed({ base: ['too_many_event_backfills'] });
      const source = await sourceOf(transaction, input.event_source);
      const row = await insertBackfill(transaction, {
        id,
        organization_id: organizationId,
        status: 'pending',
        format: input.format,
        event_source_id: source?.id ?? null,
        event_source_code: source?.code ?? null,
        dry_run: input.dry_run ?? false,
        invoiced_period_events: input.invoiced_period_events ?? 'refuse',
        ...origin,
        objects_total: objects.length,
        bytes_total: objects.reduce((sum, { bytes }) => sum + BigInt(bytes), 0n),
        error: null,
        error_object: null,
        error_row: null,
        created_at: new Date(now),
        completed_at: null,
      });
      await insertObjects(transaction, id, objects);
      const shown = { event_backfill_id: id, event_backfill: presentBackfill(row) };
      await transaction.append('event_backfill.created', id, shown, now);
      return presentOne(transaction, row);
    });
    await this.runs.queue(organizationId);
    return made;
  }

  async list(
    organizationId: string,
    filters: EventBackfillFilters,
  ): Promise<{ event_backfills: EventBackfill[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listBackfills(transaction, filters);
      return { event_backfills: rows.map(presentBackfill), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SingleEventBackfill> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentOne(transaction, await existing(transaction, id, findBackfill)),
    );
  }

  /** The stored refused rows of a backfill. @throws NotFound */
  async rows(
    organizationId: string,
    id: string,
    filters: EventBackfillRowFilters,
  ): Promise<{ event_backfill_rows: EventBackfillRow[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      await existing(transaction, id, findBackfill);
      const { rows, meta } = await listRefused(transaction, id, filters);
      return { event_backfill_rows: rows, meta };
    });
  }

  /** Stops a backfill; a batch that is under way may still be stored, and its repetition does not count. @throws NotFound, NotAllowed */
  async stop(organizationId: string, id: string): Promise<SingleEventBackfill> {
    return this.change(organizationId, id, ['pending', 'processing'], { status: 'stopped' });
  }

  /** Continues behind the last row that was read. @throws NotFound, NotAllowed */
  async resume(organizationId: string, id: string): Promise<SingleEventBackfill> {
    const cleared = { error: null, error_object: null, error_row: null, tries: 0 };
    const shown = await this.change(organizationId, id, ['stopped', 'failed'], { status: 'pending', ...cleared });
    await this.runs.queue(organizationId);
    return shown;
  }

  private async change(
    organizationId: string,
    id: string,
    from: readonly BackfillRow['status'][],
    changes: BackfillChanges,
  ): Promise<SingleEventBackfill> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await existing(transaction, id, lockBackfill);
      if (!from.includes(row.status)) throw new NotAllowed(`event_backfill_is_${row.status}`);
      if (changes.status === 'pending' && (await countUnfinished(transaction)) >= backfillBounds.unfinished)
        throw new ValidationFailed({ base: ['too_many_event_backfills'] });
      const changed = await advance(transaction, row, changes);
      if (!changed) throw new NotFound('event_backfill');
      await publishChange(transaction, changed, new Date(now));
      return presentOne(transaction, changed);
    });
  }
}

/** @throws ValidationFailed for an unknown code */
async function sourceOf(transaction: TenantTransaction, code: string | null | undefined) {
  if (isBlank(code)) return undefined;
  const source = await findSource(transaction, code ?? '');
  if (!source) throw new ValidationFailed({ event_source: ['event_source_not_found'] });
  return source;
}

async function existing(transaction: TenantTransaction, id: string, find: typeof findBackfill): Promise<BackfillRow> {
  const row = isId(id) ? await find(transaction, id) : undefined;
  if (!row) throw new NotFound('event_backfill');
  return row;
}

async function presentOne(transaction: TenantTransaction, row: BackfillRow): Promise<SingleEventBackfill> {
  return { ...presentBackfill(row), first_refused: await firstRefused(transaction, row.id, shownRefused) };
}
