import type { TaxesTable } from './taxes/taxes.tables.js';
import type { BillingEntitiesTable, BillingEntityTaxesTable } from './billing-entities/billing-entities.tables.js';

/** Tables of the catalog schema; each resource's folder says what its tables hold. */
export interface CatalogTables {
  'catalog.taxes': TaxesTable;
  'catalog.billing_entities': BillingEntitiesTable;
  'catalog.billing_entity_taxes': BillingEntityTaxesTable;
}
