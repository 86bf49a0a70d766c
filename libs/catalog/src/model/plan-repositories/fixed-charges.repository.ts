import { sql, type Selectable, type Updateable } from 'kysely';
import { NotFound, paginate, updateRows, type Page, type TenantTransaction } from '@tollgate/platform';
import { batchesOf } from '../../batches.js';
import { tables } from '../tables/catalog.tables.js';
import type { FixedChargesTable } from '../tables/fixed-charges.tables.js';
import { retainedVersionIds, plansOfCode } from './plans.repository.js';

export type FixedChargeRow = Selectable<FixedChargesTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('catalog.fixed_charges').selectAll().where('deleted_at', 'is', null);

/** A fixed charge has seventeen parameters. */
const rowsOfStatement = 3_500;

/** Inserts fixed charges. @returns the stored rows, by id */
export async function insertFixedCharges(
  transaction: TenantTransaction,
  rows: FixedChargeRow[],
): Promise<Map<string, FixedChargeRow>> {
  const stored = new Map<string, FixedChargeRow>();
  for (const batch of batchesOf(rows, rowsOfStatement)) {
    const values = batch.map((row) => ({ ...row, properties: JSON.stringify(row.properties) }));
    const inserted = await tables(transaction)
      .insertInto('catalog.fixed_charges')
      .values(values)
      .returningAll()
      .execute();
    for (const row of inserted) stored.set(row.id, row);
  }
  return stored;
}

export async function updateFixedCharge(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<FixedChargesTable>,
): Promise<FixedChargeRow> {
  return tables(transaction)
    .updateTable('catalog.fixed_charges')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes of a stored fixed charge; all of a statement name the same columns. */
export type FixedChargeUpdate = Pick<FixedChargeRow, 'id'> & Partial<FixedChargeRow>;

/** Writes changes of any number of fixed charges, in one statement. */
export const updateFixedCharges = (transaction: TenantTransaction, changes: FixedChargeUpdate[]): Promise<void> =>
  updateRows(transaction, 'catalog.fixed_charges', changes);

/** A live fixed charge of a plan by its code. @throws NotFound */
export async function existingFixedCharge(
  transaction: TenantTransaction,
  planId: string,
  code: string,
): Promise<FixedChargeRow> {
  const charge = await live(transaction).where('plan_id', '=', planId).where('code', '=', code).executeTakeFirst();
  if (!charge) throw new NotFound('fixed_charge');
  return charge;
}

/** Live fixed charges of plans, in the order of their creation. */
export async function fixedChargesOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<FixedChargeRow[]> {
  if (planIds.length === 0) return [];
  return live(transaction).where('plan_id', 'in', planIds).orderBy('created_at').orderBy('id').execute();
}

/** Live copies of fixed charges in override plans of single subscriptions. */
export async function copiesOfFixedCharges(transaction: TenantTransaction, ids: string[]): Promise<FixedChargeRow[]> {
  if (ids.length === 0) return [];
  return live(transaction)
    .where('parent_id', 'in', ids)
    .where('plan_id', 'not in', retainedVersionIds(transaction))
    .orderBy('id')
    .execute();
}

/** One page of a plan's fixed charges, newest first (catalog, section 1.6). */
export async function listFixedCharges(transaction: TenantTransaction, planId: string, page: Page) {
  return paginate(
    live(transaction).where('plan_id', '=', planId).orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

/** The live fixed charges of the plan with a code, or of all plans, unordered. */
export const fixedChargesFound = (transaction: TenantTransaction, planCode: string | undefined) =>
  live(transaction)
    .where('organization_id', '=', transaction.organizationId)
    .where('plan_id', 'in', plansOfCode(transaction, planCode).select('id'));

/** Codes of the live fixed charges of plans, by plan. */
export async function fixedChargeCodesOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, string[]>> {
  const codes = new Map<string, string[]>(planIds.map((id) => [id, []]));
  if (planIds.length === 0) return codes;
  const rows = await live(transaction).where('plan_id', 'in', planIds).execute();
  for (const { plan_id: planId, code } of rows) codes.get(planId)?.push(code);
  return codes;
}

/** Deletes fixed charges; fees of the past stay, codes are free again. */
export async function deleteFixedCharges(transaction: TenantTransaction, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tables(transaction)
    .updateTable('catalog.fixed_charges')
    .set({ deleted_at: at, updated_at: at })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Deletes the fixed charges of an add-on in all plans, overrides too. */
export async function deleteFixedChargesOfAddOn(
  transaction: TenantTransaction,
  addOnId: string,
  at: Date,
): Promise<void> {
  const rows = await live(transaction).where('add_on_id', '=', addOnId).execute();
  await deleteFixedCharges(
    transaction,
    rows.map(({ id }) => id),
    at,
  );
}
