import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { currencyFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { createCampaign } from './acts.js';
import { campaignColumns } from './columns.js';

export const DunningCampaigns = () => (
  <ListPage
    create={<Create acts={[createCampaign]} />}
    title={msg`Dunning campaigns`}
    empty={msg`No campaigns yet. Create one to request overdue amounts again and again.`}
    call={{ path: '/dunning_campaigns' }}
    rowsOf={({ dunning_campaigns: campaigns }) => campaigns}
    keyOf={byCode}
    columns={campaignColumns}
    filters={[searchFilter, currencyFilter()]}
  />
);
