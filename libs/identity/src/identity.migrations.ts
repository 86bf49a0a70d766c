import type { SchemaMigrations } from '@tollgate/platform';
import { organizations } from './migrations/001-organizations.js';
import { apiKeysWithoutName } from './migrations/002-api-keys-without-name.js';
import { traces } from './migrations/003-traces.js';
import { organizationSlugs } from './migrations/004-organization-slugs.js';

export const identityMigrations: SchemaMigrations = {
  schema: 'identity',
  secrets: [{ table: 'organizations', column: 'hmac_key' }],
  migrations: [organizations, apiKeysWithoutName, traces, organizationSlugs],
};
