import type { SchemaMigration } from '@tollgate/platform';

/** The AI agent that made an activity with a key. */
export const actsOfAgents: SchemaMigration = {
  name: '016_acts_of_agents',
  sql: `alter table webhook_delivery.activity_logs add column agent text`,
};
