import type { SchemaMigration } from '@tollgate/platform';

/** Mails about alerts that customers set in the portal. No document has their content, so the mail itself has it. */
export const mailsOfAlerts: SchemaMigration = {
  name: '019_mails_of_alerts',
  sql: `
    alter table document.mails drop constraint mails_kind_check;
    alter table document.mails add constraint mails_kind_check
      check (kind in ('invoice', 'credit_note', 'payment_receipt', 'payment_request', 'statement', 'usage_alert'))
      not valid;
    alter table document.mails add column content jsonb;`,
};
