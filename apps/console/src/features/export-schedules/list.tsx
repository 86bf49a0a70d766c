import { msg } from '@lingui/core/macro';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { scheduleColumns } from './columns.js';

export const ExportSchedules = () => (
  <ListPage
    hasPages
    title={msg`Scheduled exports`}
    empty={msg`No schedules yet. Create one by the API to export records each day, week or month.`}
    call={{ path: '/data_export_schedules' }}
    rowsOf={({ data_export_schedules: schedules }) => schedules}
    keyOf={byId}
    columns={scheduleColumns}
  />
);
