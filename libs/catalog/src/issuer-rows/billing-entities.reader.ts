import type { Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/catalog.tables.js';
import type { BillingEntityView } from '../views.js';
import type { BillingEntitiesTable } from '../tables/billing-entities.tables.js';
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

/** The issuers of an organization by their ids. */
export async function readBillingEntities(transaction: TenantTransaction): Promise<Map<string, BillingEntityView>> {
  const rows = await entities(transaction).execute();
  return new Map(rows.map((row) => [row.id, toView(row)]));
}

/** An active issuer by its code, or null. */
export async function findBillingEntity(
  transaction: TenantTransaction,
  code: string,
): Promise<BillingEntityView | null> {
  const row = await entities(transaction).where('code', '=', code).where('archived_at', 'is', null).executeTakeFirst();
  return row ? toView(row) : null;
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
  };
}

/** SQL that holds for the ids of issuers, in a column, whose customers get the taxes of the EU. */
export const managesEuTaxes = (column: string): string =>
  `exists (select from catalog.billing_entities issuer where issuer.id = ${column} and issuer.eu_tax_management)`;
