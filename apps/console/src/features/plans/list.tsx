import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { planColumns } from './columns.js';
import { createPlan } from './acts.js';

export const Plans = () => (
  <ListPage
    create={<Acts acts={[createPlan]} record={null} />}
    title={msg`Plans`}
    empty={msg`No plans yet. Create one with prices that customers can subscribe to.`}
    call={{ path: '/plans' }}
    rowsOf={({ plans }) => plans}
    keyOf={byCode}
    columns={planColumns}
    filters={[searchFilter]}
  />
);
