import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { eventErrorHours } from './migrations/007-event-error-hours.js';
import { voidsOfSubscriptions } from './migrations/008-voids-of-subscriptions.js';
import { judgements } from './migrations/009-judgements.js';
import { eventSources } from './migrations/010-event-sources.js';
import { eventBackfills } from './migrations/011-event-backfills.js';
import { resends } from './migrations/012-resends.js';
import { eventSourceTopics } from './migrations/013-event-source-topics.js';

/** The service keeps its events in the usage store; in PostgreSQL it has its inbox and outbox, and what it has to look at later. */
export const ingestionMigrations: SchemaMigrations = {
  schema: 'ingestion',
  baseline,
  migrations: [
    eventErrorHours,
    voidsOfSubscriptions,
    judgements,
    eventSources,
    eventBackfills,
    resends,
    eventSourceTopics,
  ],
  secrets: [
    { table: 'event_backfills', column: 'secret_access_key' },
    { table: 'event_source_topics', column: 'password' },
  ],
};
