import { embedded } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `plan_migration` (webhooks, section 4). */
export const planMigrationPayloads: PayloadsOf<'plan_migration'> = {
  'plan_migration.completed': embedded('plan_migration'),
};
