import type { SchemaMigration } from '@tollgate/platform';

/** The language in which a mail is written when it is sent; null for English. */
export const languagesOfMails: SchemaMigration = {
  name: '011_languages_of_mails',
  sql: 'alter table identity.mails add column locale text',
};
