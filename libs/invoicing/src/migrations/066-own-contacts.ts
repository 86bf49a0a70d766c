import type { SchemaMigration } from '@tollgate/platform';

/**
 * Whether the accounting system has a contact because we created it: an erasure archives it then. Of earlier contacts this is not
 * known; they count as contacts of the organization.
 */
export const ownContacts: SchemaMigration = {
  name: '110_own_contacts',
  sql: `
    alter table invoicing.accounting_syncs add column is_ours boolean not null default false;
    create index accounting_syncs_of_customer on invoicing.accounting_syncs (customer_id)`,
};
