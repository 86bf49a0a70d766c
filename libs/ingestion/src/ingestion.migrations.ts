import type { SchemaMigrations } from '@tollgate/platform';
import { eventChecks } from './migrations/001-event-checks.js';
import { followedBlocks } from './migrations/002-followed-blocks.js';
import { enrichments } from './migrations/003-enrichments.js';
import { voidedEvents } from './migrations/004-voided-events.js';
import { traces } from './migrations/005-traces.js';
import { voidsByPeople } from './migrations/006-voids-by-people.js';
import { eventErrorHours } from './migrations/007-event-error-hours.js';
import { voidsOfSubscriptions } from './migrations/008-voids-of-subscriptions.js';
import { judgements } from './migrations/009-judgements.js';
import { eventSources } from './migrations/010-event-sources.js';

/** The service keeps its events in the usage store; in PostgreSQL it has its inbox and outbox, and what it has to look at later. */
export const ingestionMigrations: SchemaMigrations = {
  schema: 'ingestion',
  migrations: [
    eventChecks,
    followedBlocks,
    enrichments,
    voidedEvents,
    traces,
    voidsByPeople,
    eventErrorHours,
    voidsOfSubscriptions,
    judgements,
    eventSources,
  ],
};
