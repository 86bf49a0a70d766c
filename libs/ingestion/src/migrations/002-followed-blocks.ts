import type { SchemaMigration } from '@tollgate/platform';

export const followedBlocks: SchemaMigration = {
  name: '002_followed_blocks',
  sql: `
    create table ingestion.followed_blocks (log text primary key, block bigint not null);`,
};
