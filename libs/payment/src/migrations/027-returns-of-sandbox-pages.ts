import type { SchemaMigration } from '@tollgate/platform';

/** Where a page of the sandbox provider leads afterwards; null: it shows the result itself (webhooks, section 15). */
export const returnsOfSandboxPages: SchemaMigration = {
  name: '027_returns_of_sandbox_pages',
  sql: `alter table payment.sandbox_checkouts add column return_url text;`,
};
