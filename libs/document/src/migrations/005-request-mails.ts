import type { SchemaMigration } from '@tollgate/platform';

/** Payment requests are sent by e-mail, too. */
export const requestMails: SchemaMigration = {
  name: '005_request_mails',
  sql: `
    alter table document.mails drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in ('invoice', 'credit_note', 'payment_receipt', 'payment_request'))`,
};
