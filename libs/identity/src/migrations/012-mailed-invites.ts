import type { SchemaMigration } from '@tollgate/platform';

/** The token of an invite's mail, beside the one that the inviter has. */
export const mailedInvites: SchemaMigration = {
  name: '012_mailed_invites',
  sql: 'alter table identity.invites add column mailed_token_hash text constraint invites_mailed_token unique',
};
