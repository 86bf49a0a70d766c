import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { languagesOfMails } from './migrations/011-languages-of-mails.js';
import { mailedInvites } from './migrations/012-mailed-invites.js';
import { consoleSessions } from './migrations/013-console-sessions.js';
import { operators } from './migrations/014-operators.js';
import { turnedClocks } from './migrations/015-turned-clocks.js';
import { linksOfProviders } from './migrations/016-links-of-providers.js';
import { unknownSubscriptions } from './migrations/017-unknown-subscriptions.js';
import { retention } from './migrations/018-retention.js';
import { unknownParameters } from './migrations/019-unknown-parameters.js';
import { bulkActs } from './migrations/020-bulk-acts.js';
import { operatorEntries } from './migrations/021-operator-entries.js';
import { portalCodes } from './migrations/022-portal-codes.js';

export const identityMigrations: SchemaMigrations = {
  schema: 'identity',
  secrets: [
    { table: 'organizations', column: 'hmac_key' },
    { table: 'credentials', column: 'totp_secret' },
    { table: 'open_id_connections', column: 'client_secret' },
  ],
  baseline,
  migrations: [
    languagesOfMails,
    mailedInvites,
    consoleSessions,
    operators,
    turnedClocks,
    linksOfProviders,
    unknownSubscriptions,
    retention,
    unknownParameters,
    bulkActs,
    operatorEntries,
    portalCodes,
  ],
};
