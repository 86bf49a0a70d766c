import type { SchemaMigration } from '@tollgate/platform';

/** People of customers who get the mails about issued documents, too (customers, section 3.8). */
export const documentRecipients: SchemaMigration = {
  name: '110_document_recipients',
  sql: `alter table subscription.portal_people add column receives_documents boolean not null default false;`,
};
