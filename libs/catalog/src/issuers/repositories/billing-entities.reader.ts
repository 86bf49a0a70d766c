import { isBlank } from '@tollgate/contracts';
import { sql, type Selectable } from 'kysely';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { BillingEntityView } from '../../views.js';
import type { BillingEntitiesTable } from '../../model/tables/billing-entities.tables.js';
import { readThroughCache } from '../../model/versions/catalog-cache.js';
import { defaultBillingEntityId } from './billing-entities.repository.js';

const entities = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.billing_entities')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** An issuer by its id, archived ones too. */
export async function readBillingEntity(transaction: TenantTransaction, id: string): Promise<BillingEntityView> {
  return toView(await entities(transaction).where('id', '=', id).executeTakeFirstOrThrow());
}

/**
 * The issuers of an organization by their ids.
 * @param version version of the catalog, if the transaction has read it already
 */
export async function readBillingEntities(
  transaction: TenantTransaction,
  version?: string,
): Promise<Map<string, BillingEntityView>> {
  const read = async () => new Map((await entities(transaction).execute()).map((row) => [row.id, toView(row)]));
  if (version === undefined) return read();
  return readThroughCache(transaction, { version, name: 'issuers' }, read, ({ size }) => 1 + size);
}

/** An active issuer by its code, or null. */
export async function findBillingEntity(
  transaction: TenantTransaction,
  code: string,
): Promise<BillingEntityView | null> {
  const row = await entities(transaction).where('code', '=', code).where('archived_at', 'is', null).executeTakeFirst();
  return row ? toView(row) : null;
}

/** The fields that name an issuer: its code, else its id. */
export interface NamedBillingEntity {
  billing_entity_code?: string | null | undefined;
  billing_entity_id?: string | null | undefined;
}

/** The active issuer that a call names; null if it names none. @throws NotFound `billing_entity_not_found` */
export async function namedBillingEntity(
  transaction: TenantTransaction,
  { billing_entity_code: code, billing_entity_id: id }: NamedBillingEntity,
): Promise<BillingEntityView | null> {
  if (isBlank(code) && isBlank(id)) return null;
  const named = isBlank(code) ? sql<boolean>`id::text = lower(${id})` : sql<boolean>`code = ${code}`;
  const row = await entities(transaction).where(named).where('archived_at', 'is', null).executeTakeFirst();
  if (!row) throw new NotFound('billing_entity');
  return toView(row);
}

/** The default issuer: the oldest active one; null when there is none. */
export async function findDefaultBillingEntity(transaction: TenantTransaction): Promise<BillingEntityView | null> {
  const id = await defaultBillingEntityId(transaction);
  return id === null ? null : readBillingEntity(transaction, id);
}

function toView(row: Selectable<BillingEntitiesTable>): BillingEntityView {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    defaultCurrency: row.default_currency,
    timezone: row.timezone,
    documentNumbering: row.document_numbering,
    documentNumberPrefix: row.document_number_prefix,
    documentLocale: row.document_locale,
    netPaymentTerm: row.net_payment_term,
    invoiceGracePeriod: row.invoice_grace_period,
    issuingDateAnchor: row.subscription_invoice_issuing_date_anchor as BillingEntityView['issuingDateAnchor'],
    issuingDateAdjustment:
      row.subscription_invoice_issuing_date_adjustment as BillingEntityView['issuingDateAdjustment'],
    finalizeZeroAmountInvoice: row.finalize_zero_amount_invoice,
    country: row.country,
    euTaxManagement: row.eu_tax_management,
    statementSchedule: row.statement_schedule,
  };
}

/** SQL condition on a column of issuer ids: customers of the issuer get the taxes of the EU. */
export const managesEuTaxes = (column: string): string =>
  `exists (select from catalog.billing_entities issuer where issuer.id = ${column} and issuer.eu_tax_management)`;
