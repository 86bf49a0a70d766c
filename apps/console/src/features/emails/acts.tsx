import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Email } from '../../api/records.js';
import type { Act } from '../../acts/act.js';

/** The acts of an e-mail to a customer. */
export const emailActs: readonly Act<Email>[] = [
  {
    call: 'POST /emails/{svc_id}/resend',
    permission: 'invoices:send',
    label: msg`Send it again`,
    Summary: () => <Trans>The e-mail is sent again, to the same recipients.</Trans>,
    send: async ({ headers }, { svc_id }) => {
      await answerOf(api.POST('/emails/{svc_id}/resend', { headers, params: { path: { svc_id } } }));
    },
    done: msg`The e-mail is sent again.`,
  },
];
