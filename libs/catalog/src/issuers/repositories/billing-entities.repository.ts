import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { BillingEntitiesTable } from '../../model/tables/billing-entities.tables.js';

export type BillingEntityRow = Selectable<BillingEntitiesTable>;

/** Adds an issuer; an existing one stays unchanged. */
export async function insertBillingEntity(
  transaction: TenantTransaction,
  row: Insertable<BillingEntitiesTable>,
): Promise<void> {
  await tables(transaction)
    .insertInto('catalog.billing_entities')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function updateBillingEntity(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<BillingEntitiesTable>,
): Promise<BillingEntityRow> {
  return tables(transaction)
    .updateTable('catalog.billing_entities')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const active = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.billing_entities')
    .where('organization_id', '=', transaction.organizationId)
    .where('archived_at', 'is', null);

/** The active issuers of an organization, oldest first: the first one is the default. */
export async function activeBillingEntities(transaction: TenantTransaction): Promise<BillingEntityRow[]> {
  return active(transaction).selectAll().orderBy('created_at').orderBy('id').execute();
}

/** An active issuer by its code. */
export async function billingEntityByCode(
  transaction: TenantTransaction,
  code: string,
): Promise<BillingEntityRow | undefined> {
  return active(transaction).selectAll().where('code', '=', code).executeTakeFirst();
}

/** Locks an issuer until the transaction ends. */
export async function lockBillingEntity(transaction: TenantTransaction, id: string): Promise<BillingEntityRow> {
  return tables(transaction)
    .selectFrom('catalog.billing_entities')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The default issuer of an organization: its oldest active one. */
export async function defaultBillingEntityId(transaction: TenantTransaction): Promise<string | null> {
  const row = await active(transaction).select('id').orderBy('created_at').orderBy('id').executeTakeFirst();
  return row?.id ?? null;
}

/** The settings of organizations: those of their default issuers. */
export async function settingsOfOrganizations(transaction: Transaction, organizationIds: string[]) {
  return tables(transaction)
    .selectFrom('catalog.billing_entities')
    .distinctOn('organization_id')
    .select(['organization_id', 'timezone', 'country', 'default_currency'])
    .where(sql<boolean>`organization_id = any(${organizationIds}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('organization_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** An issuer by its code: the active one, else the last one with that code. */
export async function anyBillingEntityByCode(transaction: TenantTransaction, code: string): Promise<BillingEntityRow> {
  return tables(transaction)
    .selectFrom('catalog.billing_entities')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', code)
    .orderBy(sql`archived_at desc nulls first`)
    .executeTakeFirstOrThrow();
}
