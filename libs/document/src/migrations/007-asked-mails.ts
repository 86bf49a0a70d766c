import type { SchemaMigration } from '@tollgate/platform';

/**
 * Mails that a request caused, unlike those that an issue sends. An organization may request a limited number an hour.
 */
export const askedMails: SchemaMigration = {
  name: '007_asked_mails',
  sql: `
    alter table document.mails add column asked_for boolean not null default false;
    create index mails_asked_for on document.mails (organization_id, created_at) where asked_for`,
};
