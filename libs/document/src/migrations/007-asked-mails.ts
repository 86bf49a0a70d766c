import type { SchemaMigration } from '@tollgate/platform';

/** Which mails somebody asked for, as opposed to those that issuing sends: an organization asks for so many an hour. */
export const askedMails: SchemaMigration = {
  name: '007_asked_mails',
  sql: `
    alter table document.mails add column asked_for boolean not null default false;
    create index mails_asked_for on document.mails (organization_id, created_at) where asked_for`,
};
