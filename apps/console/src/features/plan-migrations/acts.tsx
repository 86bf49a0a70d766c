import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Act } from '../../acts/act.js';
import { answerOf, api } from '../../api/client.js';
import type { PlanMigration } from '../../api/records.js';

const stop: Act<PlanMigration> = {
  call: 'POST /plan_migrations/{svc_id}/stop',
  permission: 'plans:update',
  label: msg`Stop the migration`,
  refusalOf: ({ completed_at: end }) => (end === null ? null : msg`The migration has ended.`),
  Summary: ({ record: { status } }) =>
    status === 'scheduled' ? (
      <Trans>It does not begin. The plan and its subscriptions stay as they are.</Trans>
    ) : (
      <Trans>It ends before its next subscriptions. Those that it came to stay as they are.</Trans>
    ),
  send: async ({ headers }, { svc_id }) => {
    await answerOf(api.POST('/plan_migrations/{svc_id}/stop', { headers, params: { path: { svc_id } } }));
  },
  done: msg`The migration stops.`,
};

/** The acts of a migration. */
export const planMigrationActs: readonly Act<PlanMigration>[] = [stop];
