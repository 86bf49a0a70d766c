import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { createFeature } from './acts.js';
import { featureColumns } from './columns.js';

export const Features = () => (
  <ListPage
    create={<Create acts={[createFeature]} />}
    title={msg`Features`}
    empty={msg`No features yet. Create one to state what a plan includes.`}
    call={{ path: '/features' }}
    rowsOf={({ features }) => features}
    keyOf={byCode}
    columns={featureColumns}
    filters={[searchFilter]}
  />
);
