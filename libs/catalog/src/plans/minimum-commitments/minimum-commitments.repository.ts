import type { Insertable, Selectable, Updateable } from 'kysely';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { TaxRow } from '../../issuers/taxes/taxes.repository.js';
import type { MinimumCommitmentsTable } from '../../model/tables/minimum-commitments.tables.js';

export type MinimumCommitmentRow = Selectable<MinimumCommitmentsTable>;

/** A commitment with its taxes. */
export interface CommitmentParts {
  commitment: MinimumCommitmentRow;
  taxes: TaxRow[];
}

/** The commitments of plans, by plan; a plan has one or none. */
export async function commitmentsOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, CommitmentParts>> {
  if (planIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.minimum_commitments')
    .selectAll()
    .where('plan_id', 'in', planIds)
    .execute();
  const taxes = await taxesOfCommitments(
    transaction,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map((commitment) => [commitment.plan_id, { commitment, taxes: taxes.get(commitment.id) ?? [] }]));
}

async function taxesOfCommitments(
  transaction: TenantTransaction,
  commitmentIds: string[],
): Promise<Map<string, TaxRow[]>> {
  if (commitmentIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.commitment_taxes as applied')
    .innerJoin('catalog.taxes as tax', 'tax.id', 'applied.tax_id')
    .selectAll('tax')
    .select('applied.commitment_id as owner_id')
    .where('applied.commitment_id', 'in', commitmentIds)
    .orderBy('tax.created_at')
    .orderBy('tax.id')
    .execute();
  return groupBy(rows, (row) => row.owner_id);
}

export async function insertCommitment(
  transaction: TenantTransaction,
  row: Insertable<MinimumCommitmentsTable>,
): Promise<void> {
  await tables(transaction).insertInto('catalog.minimum_commitments').values(row).execute();
}

export async function updateCommitment(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<MinimumCommitmentsTable>,
): Promise<void> {
  await tables(transaction).updateTable('catalog.minimum_commitments').set(changes).where('id', '=', id).execute();
}

/** Deletes a plan's commitment with its taxes. */
export async function deleteCommitment(transaction: TenantTransaction, planId: string): Promise<void> {
  await tables(transaction).deleteFrom('catalog.minimum_commitments').where('plan_id', '=', planId).execute();
}

/** Deletes the taxes of a commitment. */
export async function deleteCommitmentTaxes(transaction: TenantTransaction, commitmentId: string): Promise<void> {
  await tables(transaction).deleteFrom('catalog.commitment_taxes').where('commitment_id', '=', commitmentId).execute();
}

/** Applies taxes to a commitment that has none. */
export async function applyCommitmentTaxes(
  transaction: TenantTransaction,
  commitmentId: string,
  taxIds: string[],
): Promise<void> {
  if (taxIds.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.commitment_taxes')
    .values(
      taxIds.map((id) => ({ organization_id: transaction.organizationId, commitment_id: commitmentId, tax_id: id })),
    )
    .execute();
}

/** The commitment of a plan; null for none. */
export async function commitmentOf(
  transaction: TenantTransaction,
  planId: string,
): Promise<MinimumCommitmentRow | null> {
  const row = await tables(transaction)
    .selectFrom('catalog.minimum_commitments')
    .selectAll()
    .where('plan_id', '=', planId)
    .executeTakeFirst();
  return row ?? null;
}
