import type { SchemaMigrations } from '@tollgate/platform';
import { organizations } from './migrations/001-organizations.js';
import { apiKeysWithoutName } from './migrations/002-api-keys-without-name.js';
import { traces } from './migrations/003-traces.js';
import { organizationSlugs } from './migrations/004-organization-slugs.js';
import { securityLogs } from './migrations/005-security-logs.js';
import { lastUseOfApiKeys } from './migrations/006-last-use-of-api-keys.js';

export const identityMigrations: SchemaMigrations = {
  schema: 'identity',
  secrets: [{ table: 'organizations', column: 'hmac_key' }],
  migrations: [organizations, apiKeysWithoutName, traces, organizationSlugs, securityLogs, lastUseOfApiKeys],
};
