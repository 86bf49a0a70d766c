import {
  deleteFilters,
  insertFilters,
  updateFilter,
  type ChargeFilterRow,
} from '../../model/plan-repositories/charge-filters.repository.js';
import { insertCharges, updateCharge, type ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { writePricingUnits } from '../../products/pricing-units/pricing-unit-writes.js';
import type { Scope } from '../../scope.js';
import { applyChargeTaxes, replaceChargeTaxes } from '../../issuers/taxes/applied-taxes.js';
import type { AddedCharge, EditedCharge, FilterChanges } from './prepared-charges.js';

/** Writes new charges with all of their parts, in a constant number of statements. @returns the stored rows, by id */
export async function writeAddedCharges(scope: Scope, added: AddedCharge[]): Promise<Map<string, ChargeRow>> {
  const rows = await insertCharges(
    scope.transaction,
    added.map(({ row }) => row),
  );
  await insertFilters(
    scope.transaction,
    added.flatMap(({ filters }) => filters),
  );
  await applyChargeTaxes(
    scope,
    added.map(({ row, taxIds }) => ({ ownerId: row.id, taxIds })),
  );
  await writePricingUnits(
    scope,
    added.flatMap(({ row, unit }) => (unit ? [{ chargeId: row.id, unit }] : [])),
  );
  return rows;
}

/**
 * Writes a changed charge and those of its parts that change.
 * @returns its stored row, and its filters if they change
 */
export async function writeEditedCharge(
  scope: Scope,
  { row, filters, taxIds, unit }: EditedCharge,
): Promise<{ row: ChargeRow; filters: ChargeFilterRow[] | null }> {
  const { id, organization_id: _organization, plan_id: _plan, parent_id: _parent, properties, ...columns } = row;
  const { created_at: _created, deleted_at: _deleted, ...changes } = columns;
  const changed = await updateCharge(scope.transaction, id, { ...changes, properties: JSON.stringify(properties) });
  const changedFilters = filters && (await writeFilterChanges(scope, filters));
  if (taxIds) await replaceChargeTaxes(scope, { ownerId: id, taxIds });
  if (unit) await writePricingUnits(scope, [{ chargeId: id, unit }]);
  return { row: changed, filters: changedFilters };
}

/** Writes a new set of filters. @returns all filters of the charge, in the order of their positions */
async function writeFilterChanges(
  { transaction, now }: Scope,
  { removed, edited, added }: FilterChanges,
): Promise<ChargeFilterRow[]> {
  await deleteFilters(transaction, removed, now);
  const changed: ChargeFilterRow[] = [];
  for (const {
    id,
    invoice_display_name,
    invoice_display_name_translations,
    properties,
    position,
    updated_at,
  } of edited)
    changed.push(
      await updateFilter(transaction, id, {
        invoice_display_name,
        invoice_display_name_translations,
        properties: JSON.stringify(properties),
        position,
        updated_at,
      }),
    );
  return [...changed, ...(await insertFilters(transaction, added))];
}
