import { msg } from '@lingui/core/macro';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { sourceColumns } from './columns.js';

export const EventSources = () => (
  <ListPage
    title={msg`Event sources`}
    empty={msg`No event sources yet. Create one to make usage of traces, or of the reports of a gateway.`}
    call={{ path: '/event_sources' }}
    rowsOf={({ event_sources: sources }) => sources}
    keyOf={byId}
    columns={sourceColumns}
  />
);
