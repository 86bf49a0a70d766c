import type { BackfillOutcome, EventBackfillRow, EventBackfillRowFilters, FieldErrors } from '@tollgate/contracts';
import { insertRows, paginate, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';

/** A refused event of a row. */
export interface RefusedRow {
  row: number;
  place: number;
  outcome: BackfillOutcome;
  rule: string | null;
  transactionId: string | null;
  errors: FieldErrors;
}

const rowsOf = (transaction: TenantTransaction, backfillId: string) =>
  tables(transaction)
    .selectFrom('ingestion.event_backfill_rows as refused')
    .innerJoin('ingestion.event_backfill_objects as object', (join) =>
      join
        .onRef('object.event_backfill_id', '=', 'refused.event_backfill_id')
        .onRef('object.number', '=', 'refused.object_number'),
    )
    .select(['object.name as object', 'refused.row_number', 'refused.outcome', 'refused.rule'])
    .select(['refused.transaction_id', 'refused.errors'])
    .where('refused.organization_id', '=', transaction.organizationId)
    .where('refused.event_backfill_id', '=', backfillId)
    .orderBy('refused.object_number')
    .orderBy('refused.row_number')
    .orderBy('refused.place');

export async function insertRefused(
  transaction: TenantTransaction,
  backfillId: string,
  objectNumber: number,
  refused: RefusedRow[],
): Promise<void> {
  if (refused.length === 0) return;
  await insertRows(
    transaction,
    'ingestion.event_backfill_rows',
    refused.map(({ row, place, outcome, rule, transactionId, errors }) => ({
      organization_id: transaction.organizationId,
      event_backfill_id: backfillId,
      object_number: objectNumber,
      row_number: row,
      place,
      outcome,
      rule,
      transaction_id: transactionId,
      errors,
    })),
  );
}

export async function listRefused(
  transaction: TenantTransaction,
  backfillId: string,
  { outcome, ...page }: EventBackfillRowFilters,
) {
  const query = rowsOf(transaction, backfillId).$if(outcome !== undefined, (some) =>
    some.where('refused.outcome', '=', outcome as BackfillOutcome),
  );
  const { rows, meta } = await paginate(query, page);
  return { rows: rows.map(present), meta };
}

/** The first refused rows, in their order. */
export async function firstRefused(
  transaction: TenantTransaction,
  backfillId: string,
  limit: number,
): Promise<EventBackfillRow[]> {
  return (await rowsOf(transaction, backfillId).limit(limit).execute()).map(present);
}

const present = ({ row_number: row, ...rest }: Omit<EventBackfillRow, 'row'> & { row_number: bigint }) => ({
  object: rest.object,
  row: Number(row),
  outcome: rest.outcome,
  rule: rest.rule,
  transaction_id: rest.transaction_id,
  errors: rest.errors,
});
