import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../api/client.js';
import { operatorApi, type PausedEndpoint } from '../../api/operator.js';
import { instantColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { OperatorAct } from './act.js';
import { OperatorList } from './list.js';

const columns: readonly Column<PausedEndpoint>[] = [
  textColumn(msg`Address`, (row) => row.webhook_url),
  wide({
    label: msg`Organization`,
    cell: ({ organization_id: id }) => (
      <Link className="record-link" to="/operator/organizations/$id" params={{ id }}>
        {id}
      </Link>
    ),
    csv: ({ organization_id: id }) => id,
  }),
  wide(textColumn(msg`Reason`, (row) => row.reason)),
  instantColumn(msg`Next try`, (row) => row.paused_until),
  {
    label: msg`Actions`,
    cell: ({ svc_id: id, webhook_url: url }) => (
      <OperatorAct
        label={msg`Try now`}
        send={() =>
          answerOf(
            operatorApi.POST('/admin/paused_webhook_endpoints/{svc_id}/resume', { params: { path: { svc_id: id } } }),
          )
        }
        done={msg`The endpoint is tried now.`}
      >
        <Trans>The next message is sent to {url} now.</Trans>
      </OperatorAct>
    ),
    csv: () => '',
    pageOnly: true,
  },
];

/** Webhook endpoints of all organizations whose receivers hang. */
export const PausedWebhooks = () => (
  <OperatorList
    title={msg`Paused webhooks`}
    empty={msg`No paused webhooks. An endpoint is paused while its receiver does not answer.`}
    name="paused"
    call={(query) => operatorApi.GET('/admin/paused_webhook_endpoints', { params: { query: query as never } })}
    rowsOf={({ webhook_endpoints: endpoints }) => endpoints}
    keyOf={({ svc_id: id }) => id}
    columns={columns}
  />
);
