import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { Act } from '../../acts/act.js';
import { answerOf, api } from '../../api/client.js';
import type { BulkAct } from '../../api/records.js';

const pathOf = ({ svc_id }: BulkAct) => ({ path: { svc_id } });
const isRunning = ({ status }: BulkAct) => status === 'pending' || status === 'processing';

/** @param permission for the call that the act makes of each record */
export const actsOf = (permission: string): readonly Act<BulkAct>[] => [
  {
    call: 'POST /bulk_acts/{svc_id}/stop',
    permission,
    label: msg`Stop the act`,
    refusalOf: (act) => (isRunning(act) ? null : msg`The act has ended.`),
    Summary: ({ record: { records_waiting: waiting } }) => (
      <Trans>
        <Plural value={waiting} one="# record is" other="# records are" /> left as they are. What is done stays done.
      </Trans>
    ),
    send: async ({ headers }, act) => {
      await answerOf(api.POST('/bulk_acts/{svc_id}/stop', { headers, params: pathOf(act) }));
    },
    done: msg`The act stops.`,
  },
  {
    call: 'POST /bulk_acts/{svc_id}/retry',
    permission,
    label: msg`Retry the refused`,
    refusalOf: (act) =>
      isRunning(act) || act.status === 'stopping'
        ? msg`The act goes on.`
        : act.records_refused === 0
          ? msg`No record was refused.`
          : null,
    Summary: ({ record: { records_refused: refused } }) => (
      <Trans>
        The act is tried again on <Plural value={refused} one="# refused record" other="# refused records" />.
      </Trans>
    ),
    send: async ({ headers }, act) => {
      await answerOf(api.POST('/bulk_acts/{svc_id}/retry', { headers, params: pathOf(act) }));
    },
    done: msg`The refused records are tried again.`,
  },
];
