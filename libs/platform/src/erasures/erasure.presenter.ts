import { erasurePlaceNames, type ErasedPlace, type Erasure } from '@tollgate/contracts';
import type { TenantTransaction } from '../database/transaction.js';
import { groupBy } from '../grouping.js';
import { isoSeconds, isoSecondsOrNull } from '../time/clock.js';
import { erasurePlacesOf, type ErasurePlaceRow, type ErasureRow } from './erasures.repository.js';

/** Presents erasures with their places, in the order in which these are worked on. */
export async function presentErasures(transaction: TenantTransaction, rows: ErasureRow[]): Promise<Erasure[]> {
  const places = await erasurePlacesOf(
    transaction,
    rows.map(({ id }) => id),
  );
  const byErasure = groupBy(places, ({ erasure_id: id }) => id);
  return rows.map((row) => ({
    svc_id: row.id,
    subject_type: row.subject_type,
    svc_customer_id: row.subject_type === 'customer' ? row.subject_id : null,
    svc_member_id: row.subject_type === 'member' ? row.subject_id : null,
    status: row.completed_at === null ? 'running' : 'completed',
    personal_properties: row.personal_properties,
    places: presentPlaces(byErasure.get(row.id) ?? []),
    requested_by: row.requested_by,
    created_at: isoSeconds(row.created_at),
    completed_at: isoSecondsOrNull(row.completed_at),
  }));
}

function presentPlaces(rows: ErasurePlaceRow[]): ErasedPlace[] {
  const orderOf = ({ place, stage }: ErasurePlaceRow) => stage * 1_000 + erasurePlaceNames.indexOf(place);
  const stages = rows.filter(({ completed_at: at }) => at === null).map(({ stage }) => stage);
  const current = Math.min(...stages);
  return [...rows]
    .sort((one, other) => orderOf(one) - orderOf(other))
    .map((row) => ({
      place: row.place,
      status: row.completed_at !== null ? 'done' : row.stage === current ? 'running' : 'waiting',
      rows: Number(row.rows),
      retained: Number(row.retained),
      retained_reason: row.retained_reason,
      completed_at: isoSecondsOrNull(row.completed_at),
    }));
}

export async function presentErasure(transaction: TenantTransaction, row: ErasureRow): Promise<Erasure> {
  const [erasure] = await presentErasures(transaction, [row]);
  return erasure as Erasure;
}
