import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Act } from '../../acts/act.js';

/** The acts of a message of webhooks. */
export const messageActs: readonly Act<{ svc_id: string; webhook_type: string }>[] = [
  {
    call: 'POST /webhook_messages/{svc_id}/replay',
    permission: 'developers:manage',
    label: msg`Send it again`,
    Summary: ({ record }) => (
      <Trans>
        The message <code>{record.webhook_type}</code> is sent again, under the same id.
      </Trans>
    ),
    send: async ({ headers }, { svc_id }) => {
      const params = { path: { svc_id } };
      await answerOf(api.POST('/webhook_messages/{svc_id}/replay', { headers, params }));
    },
    done: msg`The message is sent again.`,
  },
];
