import { sql, type Selectable, type Updateable } from 'kysely';
import {
  groupBy,
  paginate,
  type Instant,
  type Page,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { MethodDetails, PaymentMethodsTable, ProviderConnectionsTable } from './providers.tables.js';

export type ConnectionRow = Selectable<ProviderConnectionsTable>;
export type PaymentMethodRow = Selectable<PaymentMethodsTable>;
/** A method with its connection. */
export interface LinkedMethod {
  method: PaymentMethodRow;
  connection: ConnectionRow;
}

const connections = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.provider_connections')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function findConnection(transaction: TenantTransaction, code: string): Promise<ConnectionRow | undefined> {
  return connections(transaction).where('code', '=', code).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Inserts a connection. */
export async function insertConnection(transaction: TenantTransaction, row: ConnectionRow): Promise<void> {
  await tables(transaction).insertInto('payment.provider_connections').values(row).execute();
}

export async function updateConnection(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<ProviderConnectionsTable>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tables(transaction).updateTable('payment.provider_connections').set(changes).where('id', '=', id).execute();
}

/** Finds the connections of a provider that are not removed, oldest first; with a code only that one. */
export async function connectionsOf(
  transaction: TenantTransaction,
  provider: string,
  code: string | null,
): Promise<ConnectionRow[]> {
  return connections(transaction)
    .where('provider', '=', provider as ConnectionRow['provider'])
    .where('deleted_at', 'is', null)
    .$if(code !== null, (query) => query.where('code', '=', code ?? ''))
    .orderBy('created_at')
    .limit(2)
    .execute();
}

/** Finds the connection of inbound events: the one with the code, else the last one that had it. */
export async function findSender(
  transaction: TenantTransaction,
  provider: string,
  code: string,
): Promise<ConnectionRow | undefined> {
  return connections(transaction)
    .where('provider', '=', provider as ConnectionRow['provider'])
    .where('code', '=', code)
    .orderBy(sql`deleted_at desc nulls first`)
    .limit(1)
    .executeTakeFirst();
}

/** The events of an endpoint whose provider refused to change them: the next change of the connection tries again. */
export const refusedEvents = 'refused';

const mostOutdated = 100;

/** Reads the connections of all organizations whose endpoints get the events of an earlier version. */
export async function outdatedConnections(
  transaction: Transaction,
  current: readonly string[],
): Promise<ConnectionRow[]> {
  return tables(transaction)
    .selectFrom('payment.provider_connections')
    .selectAll()
    .where('webhook_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`coalesce(webhook_events, '') <> all(${[refusedEvents, ...current.filter((one) => one !== '')]})`,
    )
    .orderBy('id')
    .limit(mostOutdated)
    .execute();
}

/** Reads connections by their ids, deleted ones too. */
export async function connectionsByIds(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, ConnectionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await connections(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listConnections(transaction: TenantTransaction, page: Page) {
  return paginate(
    connections(transaction).where('deleted_at', 'is', null).orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

/** Deletes a connection once, with its customers' methods. @param now Unix ms @returns whether it existed */
export async function removeConnection(transaction: TenantTransaction, id: string, now: Instant): Promise<boolean> {
  const deletion = { deleted_at: new Date(now) };
  const { numUpdatedRows: count } = await tables(transaction)
    .updateTable('payment.provider_connections')
    .set(deletion)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count === 0n) return false;
  await tables(transaction)
    .updateTable('payment.payment_methods')
    .set({ ...deletion, is_default: false })
    .where('connection_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return true;
}

const methods = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.payment_methods')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function listMethods(transaction: TenantTransaction, customerId: string, page: Page) {
  return paginate(
    methods(transaction)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
    page,
  );
}

/** Reads methods by their ids, removed ones too. */
export async function methodsByIds(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, PaymentMethodRow>> {
  if (ids.length === 0) return new Map();
  const rows = await methods(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the default methods of customers. */
export async function defaultMethods(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<PaymentMethodRow[]> {
  if (customerIds.length === 0) return [];
  return methods(transaction)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Finds a customer's method with its connection. */
export async function findMethod(
  transaction: TenantTransaction,
  customerId: string,
  id: string,
): Promise<LinkedMethod | undefined> {
  const method = await methods(transaction)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
  const connection = method && (await connectionsByIds(transaction, [method.connection_id])).get(method.connection_id);
  return method && connection ? { method, connection } : undefined;
}

/** Reads the methods of customers at connected providers, by customer. */
export async function usableMethods(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, LinkedMethod[]>> {
  const rows = await methods(transaction)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  const connected = await connectionsByIds(transaction, [...new Set(rows.map((row) => row.connection_id))]);
  const linked = rows.flatMap((method) => {
    const connection = connected.get(method.connection_id);
    return connection?.deleted_at === null ? [{ method, connection }] : [];
  });
  return groupBy(linked, ({ method }) => method.customer_id);
}

/** Reads the methods at a connection with an id of the provider. */
export async function methodsAtProvider(
  transaction: TenantTransaction,
  connectionId: string,
  { methodId }: { methodId: string },
): Promise<PaymentMethodRow[]> {
  return methods(transaction)
    .where('connection_id', '=', connectionId)
    .where('provider_method_id', '=', methodId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Whether a method of the provider is stored, also a removed one. */
export async function isKnownMethod(
  transaction: TenantTransaction,
  connectionId: string,
  methodId: string,
): Promise<boolean> {
  const method = await methods(transaction)
    .where('connection_id', '=', connectionId)
    .where('provider_method_id', '=', methodId)
    .limit(1)
    .executeTakeFirst();
  return method !== undefined;
}

/** Removes methods of a customer at a connection: one of them, or all. @param now Unix ms */
export async function removeMethods(
  transaction: TenantTransaction,
  connectionId: string,
  { customerId, methodId }: { customerId: string; methodId?: string },
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.payment_methods')
    .set({ is_default: false, deleted_at: new Date(now) })
    .where('connection_id', '=', connectionId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .$if(methodId !== undefined, (query) => query.where('provider_method_id', '=', methodId ?? ''))
    .execute();
}

/** Stores what a provider states about a method. */
export async function setDetails(transaction: TenantTransaction, id: string, details: MethodDetails): Promise<void> {
  await tables(transaction)
    .updateTable('payment.payment_methods')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute();
}

/** Finds the customer's default, else its newest method. */
export async function newestMethod(
  transaction: TenantTransaction,
  customerId: string,
): Promise<PaymentMethodRow | undefined> {
  return methods(transaction)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Locks a customer's methods: changes run one after another. Take the lock before reading. */
export async function lockMethods(transaction: TenantTransaction, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment methods ${customerId}`}, 0))`.execute(transaction);
}

/** Makes a method the customer's only default. */
export async function makeDefault(transaction: TenantTransaction, method: PaymentMethodRow): Promise<void> {
  await tables(transaction)
    .updateTable('payment.payment_methods')
    .set({ is_default: false })
    .where('customer_id', '=', method.customer_id)
    .where('id', '<>', method.id)
    .where('is_default', '=', true)
    .execute();
  await tables(transaction)
    .updateTable('payment.payment_methods')
    .set({ is_default: true })
    .where('id', '=', method.id)
    .execute();
}

/** Inserts a method as the new default. */
export async function insertMethod(transaction: TenantTransaction, row: PaymentMethodRow): Promise<void> {
  await tables(transaction)
    .insertInto('payment.payment_methods')
    .values({ ...row, details: row.details && JSON.stringify(row.details), is_default: false })
    .execute();
  await makeDefault(transaction, row);
}
