import { Injectable } from '@nestjs/common';
import { backfillBounds } from '@tollgate/contracts';
import { bucketFaultOf } from '@tollgate/platform/buckets';
import { Clock, Config, keyOfText, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { findSourceById, type EventSourceRow } from '../../sources/event-sources/event-sources.repository.js';
import { formatOf } from '../formats/formats.js';
import { BrokenFile, type RowPart } from '../formats/row-format.js';
import { ContentDeleted, type OpenObjects } from '../objects/backfill-bytes.js';
import {
  advanceObject,
  deleteContent,
  findObject,
  type BackfillObject,
} from '../records/backfill-objects.repository.js';
import { insertRefused } from '../records/backfill-rows.repository.js';
import { presentBackfill } from '../records/backfill.presenter.js';
import { advance, findBackfill, type BackfillChanges, type BackfillRow } from '../records/backfills.repository.js';
import { unknownColumns } from '../rows/plain-events.js';
import { countReasons, type RowAccount } from '../rows/row-accounts.js';
import { eventsOfRows } from '../rows/row-events.js';
import { RowIntake } from '../rows/row-intake.js';

/** The records of a step, as they were read at its begin. */
interface Step {
  row: BackfillRow;
  object: BackfillObject;
  source: EventSourceRow | null;
}

/** Why a backfill ends before its last row. */
interface Fault {
  error: string;
  object: string | null;
  row: number | null;
}

/** `gone`: no step is left; `later`: the bucket does not answer. */
export type StepOutcome = 'more' | 'later' | 'gone';

/** After so many runs without a row, a backfill fails. */
const mostTries = 20;

/**
 * Reads the next rows of a backfill, takes their events and then stores how far it is. A process that stops between both
 * takes the same events again, which then count as repeated: none is lost, and none counts twice.
 */
@Injectable()
export class BackfillSteps {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly intake: RowIntake,
  ) {}

  /** @throws Unavailable while a part of the installation is */
  async next(organizationId: string, id: string, objects: OpenObjects): Promise<StepOutcome> {
    const found = await this.database.tenant(organizationId, (transaction) => stepOf(transaction, id));
    if (!found) return 'gone';
    if ('error' in found.step) return this.fail(found.row, found.step);
    const { step } = found;
    const part = await this.read(step, objects);
    if ('rows' in part) return this.take(step, part);
    return part.error === 'bucket_unreachable' && step.row.tries < mostTries ? 'later' : this.fail(step.row, part);
  }

  /**
   * Counts a run before it begins, so that also one counts that ends with its process.
   * @returns undefined when the backfill has failed by that, or another process works on it
   */
  async begin(row: BackfillRow): Promise<BackfillRow | undefined> {
    if (row.tries >= mostTries) {
      await this.fail(row, { error: 'unexpected_error', object: null, row: null });
      return undefined;
    }
    return this.database.tenant(row.organization_id, (transaction) =>
      advance(transaction, row, { status: 'processing', tries: row.tries + 1 }),
    );
  }

  /** Takes a run back that could not do anything because a part of the installation did not answer. */
  async takeBack({ organization_id: organizationId, id, tries }: BackfillRow): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const row = await findBackfill(transaction, id);
      if (row?.tries === tries) await advance(transaction, row, { tries: tries - 1 });
    });
  }

  private async read({ row, object, source }: Step, objects: OpenObjects): Promise<RowPart | Fault> {
    const place = { bytes: Number(object.bytes_read), rows: Number(object.rows_read), columns: object.columns };
    try {
      const part = await formatOf(row.format).next(objects.bytesOf(object), place);
      const isNew = object.columns === null && part.next.columns !== null && source === null;
      const [unknown] = isNew ? unknownColumns(part.next.columns ?? [], this.config.identifierPrefix) : [];
      return unknown === undefined
        ? part
        : { error: `unknown_column: ${unknown.slice(0, 100)}`, object: object.name, row: null };
    } catch (error) {
      return faultOf(error, row, object.name);
    }
  }

  private async take(step: Step, part: RowPart): Promise<StepOutcome> {
    const { row, object, source } = step;
    const digest = digestOf(row, object);
    const made = eventsOfRows(part.rows, Number(object.rows_read) + 1, digest, source);
    const account = await this.intake.take(row, made);
    const now = new Date(await this.clock.now(row.organization_id));
    return this.database.tenant(row.organization_id, async (transaction) => {
      const advanced = await advance(transaction, row, changesOf(step, part, account, now));
      if (!advanced) return 'gone';
      await advanceObject(transaction, object, part.next);
      const room = backfillBounds.rows - Number(row.refused + row.refused_invoiced);
      await insertRefused(transaction, row.id, object.number, account.refused.slice(0, Math.max(room, 0)));
      if (advanced.status !== 'completed') return 'more';
      await deleteContent(transaction, row.id);
      await publishChange(transaction, advanced, now);
      return 'gone';
    });
  }

  private async fail(row: BackfillRow, { error, object, row: rowNumber }: Fault): Promise<StepOutcome> {
    const now = new Date(await this.clock.now(row.organization_id));
    await this.database.tenant(row.organization_id, async (transaction) => {
      const failed = await advance(transaction, row, {
        status: 'failed',
        error,
        error_object: object,
        error_row: rowNumber === null ? null : BigInt(rowNumber),
      });
      if (failed) await publishChange(transaction, failed, now);
    });
    return 'gone';
  }
}

/** Publishes a change for the activity log. */
export async function publishChange(transaction: TenantTransaction, row: BackfillRow, now: Date): Promise<void> {
  await transaction.append(
    'event_backfill.updated',
    row.id,
    { event_backfill_id: row.id, event_backfill: presentBackfill(row) },
    now.getTime(),
  );
}

async function stepOf(
  transaction: TenantTransaction,
  id: string,
): Promise<{ row: BackfillRow; step: Step | Fault } | undefined> {
  const row = await findBackfill(transaction, id);
  if (!row || (row.status !== 'pending' && row.status !== 'processing')) return undefined;
  const source = row.event_source_id === null ? null : await findSourceById(transaction, row.event_source_id);
  const object = await findObject(transaction, id, row.objects_done + 1);
  if (!object) return { row, step: { error: 'objects_not_found', object: null, row: null } };
  if (source === undefined) return { row, step: { error: 'event_source_not_found', object: null, row: null } };
  return { row, step: { row, object, source } };
}

/** @throws the error itself for one that no object explains */
function faultOf(error: unknown, { url }: BackfillRow, object: string): Fault {
  if (error instanceof BrokenFile) return { error: error.fault, object, row: error.row };
  if (error instanceof ContentDeleted) return { error: 'content_is_deleted', object, row: null };
  if (url === null || !isOfBucket(error)) throw error;
  return { error: bucketErrors[bucketFaultOf(error)], object, row: null };
}

const bucketErrors = {
  private: 'bucket_is_private',
  refused: 'bucket_refused',
  replaced: 'object_was_replaced',
  unreachable: 'bucket_unreachable',
} as const;

/** Whether an error is an answer of the bucket, or one of the connection to it. */
const isOfBucket = (error: unknown): boolean =>
  error instanceof Error &&
  ('$metadata' in error || typeof (error as NodeJS.ErrnoException).code === 'string' || error.name === 'TimeoutError');

const shortDigest = 32;

/** Identifies an object: an upload by its content, so that the same file counts once. */
const digestOf = ({ url, endpoint }: BackfillRow, { name, version }: BackfillObject): string =>
  keyOfText(url === null ? version : JSON.stringify([endpoint, new URL(url).hostname, name, version])).slice(
    0,
    shortDigest,
  );

function changesOf({ row, object }: Step, part: RowPart, account: RowAccount, now: Date): BackfillChanges {
  const invoiced = account.refused.filter(({ outcome }) => outcome === 'refused_invoiced').length;
  const done = row.objects_done + (part.ended ? 1 : 0);
  const isLast = done === row.objects_total;
  return {
    status: isLast ? 'completed' : 'processing',
    ...(isLast ? { completed_at: now, secret_access_key: null } : {}),
    tries: 0,
    objects_done: done,
    bytes_done: row.bytes_done + BigInt(part.ended ? Number(object.bytes) : part.next.bytes) - object.bytes_read,
    rows_read: row.rows_read + BigInt(part.rows.length),
    taken: row.taken + BigInt(account.taken),
    repeated: row.repeated + BigInt(account.repeated),
    refused: row.refused + BigInt(account.refused.length - invoiced),
    refused_invoiced: row.refused_invoiced + BigInt(invoiced),
    ignored: row.ignored + BigInt(account.ignored),
    refused_reasons: JSON.stringify(countReasons(row.refused_reasons, account.refused)),
  };
}
