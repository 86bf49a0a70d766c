import type { SchemaMigration } from '@tollgate/platform';

/** Credits are reserved for credit notes, too. */
export const reservedDocuments: SchemaMigration = {
  name: '005_reserved_documents',
  sql: 'alter table wallet.reservations rename column invoice_id to document_id',
};
