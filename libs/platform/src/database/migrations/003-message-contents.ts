import { protectTable } from '../tenancy.js';
import type { SchemaMigration } from '../schema-migrations.js';

export const messageContents: SchemaMigration = {
  name: '003_message_contents',
  sql: `
      create table platform.message_contents (
        message_id uuid primary key,
        organization_id uuid not null,
        content json not null,
        stored_at timestamptz not null default now()
      );
      create index message_contents_stored_at on platform.message_contents (stored_at);
      grant select, insert on platform.message_contents to public;
      ${protectTable('platform', 'message_contents')}`,
};
