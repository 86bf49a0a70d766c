import type { SchemaMigrations } from '@tollgate/platform';
import { organizations } from './migrations/001-organizations.js';
import { apiKeysWithoutName } from './migrations/002-api-keys-without-name.js';
import { traces } from './migrations/003-traces.js';
import { organizationSlugs } from './migrations/004-organization-slugs.js';
import { securityLogs } from './migrations/005-security-logs.js';
import { lastUseOfApiKeys } from './migrations/006-last-use-of-api-keys.js';
import { people } from './migrations/007-people.js';
import { openId } from './migrations/008-open-id.js';
import { mails } from './migrations/009-mails.js';
import { languagesOfMails } from './migrations/011-languages-of-mails.js';
import { mailedInvites } from './migrations/012-mailed-invites.js';
import { consoleSessions } from './migrations/013-console-sessions.js';
import { operators } from './migrations/014-operators.js';
import { turnedClocks } from './migrations/015-turned-clocks.js';
import { linksOfProviders } from './migrations/016-links-of-providers.js';
import { retention } from './migrations/017-retention.js';
import { sessionsOfConnections } from './migrations/010-sessions-of-connections.js';

export const identityMigrations: SchemaMigrations = {
  schema: 'identity',
  secrets: [
    { table: 'organizations', column: 'hmac_key' },
    { table: 'credentials', column: 'totp_secret' },
    { table: 'open_id_connections', column: 'client_secret' },
  ],
  migrations: [
    organizations,
    apiKeysWithoutName,
    traces,
    organizationSlugs,
    securityLogs,
    lastUseOfApiKeys,
    people,
    openId,
    mails,
    sessionsOfConnections,
    languagesOfMails,
    mailedInvites,
    consoleSessions,
    operators,
    turnedClocks,
    linksOfProviders,
    retention,
  ],
};
