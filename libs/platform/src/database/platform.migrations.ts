import { inFlight } from './migrations/001-in-flight.js';
import { parked } from './migrations/002-parked.js';
import { messageContents } from './migrations/003-message-contents.js';
import { pendingJobs } from './migrations/004-pending-jobs.js';
import { marksOfJobs } from './migrations/005-marks-of-jobs.js';
import { placesOfJobs } from './migrations/006-places-of-jobs.js';
import { erasures } from './migrations/007-erasures.js';
import type { SchemaMigrations } from './schema-migrations.js';

/** The tables that all services share. */
export const platformMigrations: SchemaMigrations = {
  schema: 'platform',
  migrations: [inFlight, parked, messageContents, pendingJobs, marksOfJobs, placesOfJobs, erasures],
};
