import { baseline } from './migrations/000-baseline.js';
import { placesOfJobs } from './migrations/006-places-of-jobs.js';
import { formerDeadLetters } from './migrations/007-former-dead-letters.js';
import { changes } from './migrations/008-changes.js';
import { erasures } from './migrations/009-erasures.js';
import type { SchemaMigrations } from './schema-migrations.js';

/** The tables that all services share. */
export const platformMigrations: SchemaMigrations = {
  schema: 'platform',
  baseline,
  migrations: [placesOfJobs, formerDeadLetters, changes, erasures],
};
