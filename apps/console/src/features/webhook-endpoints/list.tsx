import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { endpointColumns } from './columns.js';
import { createEndpoint } from './acts.js';

const pauseTexts = { true: msg`Paused`, false: msg`Active` };

export const WebhookEndpoints = () => (
  <ListPage
    create={<Create acts={[createEndpoint]} />}
    hasPages
    title={msg`Webhooks`}
    empty={msg`No endpoints yet. Create one to receive webhooks at an address of your product.`}
    call={{ path: '/webhook_endpoints' }}
    rowsOf={({ webhook_endpoints: endpoints }) => endpoints}
    keyOf={byId}
    columns={endpointColumns}
    filters={[{ name: 'paused', label: msg`State`, kind: 'choice', values: ['true', 'false'], texts: pauseTexts }]}
  />
);
