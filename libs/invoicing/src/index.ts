export { InvoicingModule } from './invoicing.module.js';
export { invoicingMigrations } from './invoicing.migrations.js';
