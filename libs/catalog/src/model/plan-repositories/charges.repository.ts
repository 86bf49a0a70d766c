import { sql, type Selectable, type Updateable } from 'kysely';
import { NotFound, paginate, updateRows, type Page, type TenantTransaction } from '@tollgate/platform';
import { batchesOf } from '../../batches.js';
import { tables } from '../tables/catalog.tables.js';
import type { ChargesTable } from '../tables/charges.tables.js';
import { retainedVersionIds, plansOfCode } from './plans.repository.js';

export type ChargeRow = Selectable<ChargesTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('catalog.charges').where('deleted_at', 'is', null);

/** A charge has nineteen parameters. */
const rowsOfStatement = 3_000;

/** Inserts charges. @returns the stored rows, by id */
export async function insertCharges(
  transaction: TenantTransaction,
  rows: ChargeRow[],
): Promise<Map<string, ChargeRow>> {
  const stored = new Map<string, ChargeRow>();
  for (const batch of batchesOf(rows, rowsOfStatement)) {
    const values = batch.map((row) => ({ ...row, properties: JSON.stringify(row.properties) }));
    const inserted = await tables(transaction).insertInto('catalog.charges').values(values).returningAll().execute();
    for (const row of inserted) stored.set(row.id, row);
  }
  return stored;
}

export async function updateCharge(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<ChargesTable>,
): Promise<ChargeRow> {
  return tables(transaction)
    .updateTable('catalog.charges')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes of a stored charge; all of a statement name the same columns. */
export type ChargeUpdate = Pick<ChargeRow, 'id'> & Partial<ChargeRow>;

/** Writes changes of any number of charges, in one statement. */
export const updateCharges = (transaction: TenantTransaction, changes: ChargeUpdate[]): Promise<void> =>
  updateRows(transaction, 'catalog.charges', changes);

/** A live charge of a plan by its code. @throws NotFound */
export async function existingCharge(transaction: TenantTransaction, planId: string, code: string): Promise<ChargeRow> {
  const charge = await live(transaction)
    .selectAll()
    .where('plan_id', '=', planId)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!charge) throw new NotFound('charge');
  return charge;
}

/** Live charges of plans, in the order of their creation. */
export async function chargesOfPlans(transaction: TenantTransaction, planIds: string[]): Promise<ChargeRow[]> {
  if (planIds.length === 0) return [];
  return live(transaction).selectAll().where('plan_id', 'in', planIds).orderBy('created_at').orderBy('id').execute();
}

/** Live copies of charges in override plans of single subscriptions. */
export async function copiesOfCharges(transaction: TenantTransaction, ids: string[]): Promise<ChargeRow[]> {
  if (ids.length === 0) return [];
  return live(transaction)
    .selectAll()
    .where('parent_id', 'in', ids)
    .where('plan_id', 'not in', retainedVersionIds(transaction))
    .orderBy('id')
    .execute();
}

/** One page of a plan's charges, newest first (catalog, section 1.6). */
export async function listCharges(transaction: TenantTransaction, planId: string, page: Page) {
  return paginate(
    live(transaction).selectAll().where('plan_id', '=', planId).orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

/** The live charges of the plan with a code, or of all plans, unordered. */
export const chargesFound = (transaction: TenantTransaction, planCode: string | undefined) =>
  live(transaction)
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('plan_id', 'in', plansOfCode(transaction, planCode).select('id'));

/** Codes of the live charges of plans, by plan. */
export async function chargeCodesOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, string[]>> {
  const codes = new Map<string, string[]>(planIds.map((id) => [id, []]));
  if (planIds.length === 0) return codes;
  const rows = await live(transaction).select(['plan_id', 'code']).where('plan_id', 'in', planIds).execute();
  for (const { plan_id: planId, code } of rows) codes.get(planId)?.push(code);
  return codes;
}

/** Deletes charges with their filters; fees of the past stay, codes are free again. */
export async function deleteCharges(transaction: TenantTransaction, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tables(transaction)
    .updateTable('catalog.charges')
    .set({ deleted_at: at })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  await tables(transaction)
    .updateTable('catalog.charge_filters')
    .set({ deleted_at: at })
    .where('charge_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Deletes the charges of a metric in all plans, overrides too. */
export async function deleteChargesOfMetric(transaction: TenantTransaction, metricId: string, at: Date): Promise<void> {
  const rows = await live(transaction).select('id').where('billable_metric_id', '=', metricId).execute();
  await deleteCharges(
    transaction,
    rows.map(({ id }) => id),
    at,
  );
}
