import type { SchemaMigrations } from '@tollgate/platform';
import { organizations } from './migrations/001-organizations.js';
import { apiKeysWithoutName } from './migrations/002-api-keys-without-name.js';
import { traces } from './migrations/003-traces.js';
import { organizationSlugs } from './migrations/004-organization-slugs.js';
import { people } from './migrations/005-people.js';
import { openId } from './migrations/006-open-id.js';

export const identityMigrations: SchemaMigrations = {
  schema: 'identity',
  secrets: [
    { table: 'organizations', column: 'hmac_key' },
    { table: 'credentials', column: 'totp_secret' },
    { table: 'open_id_connections', column: 'client_secret' },
  ],
  migrations: [organizations, apiKeysWithoutName, traces, organizationSlugs, people, openId],
};
