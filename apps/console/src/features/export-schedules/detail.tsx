import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../frame/membership.js';
import { DescriptionList, DetailPage, Related, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { byId } from '../../ui/record-keys.js';
import { Copyable, EnumText, Nothing, Units } from '../../ui/values.js';
import { exportColumns, filtersText } from '../data-exports/columns.js';

/** An export that repeats, with its latest runs. */
export function ExportSchedule() {
  const id = useId();
  const { path } = useMembership();
  return (
    <DetailPage
      call={{ path: '/data_export_schedules/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Scheduled exports`, to: '/$organization/developers/export-schedules' }}
      headOf={({ data_export_schedule: schedule }) => ({
        name: schedule.resource_type,
        id: schedule.svc_id,
        ...(schedule.last_run ? { state: schedule.last_run.status } : {}),
      })}
    >
      {({ data_export_schedule: schedule }) => (
        <>
          <DescriptionList
            items={[
              [msg`Interval`, <EnumText value={schedule.interval} />],
              [msg`Hour`, <Units value={schedule.hour} />],
              [msg`Format`, schedule.format],
              [msg`Filters`, filtersText(schedule.filters) || <Nothing />],
              [msg`Content`, schedule.incremental ? <Trans>What changed</Trans> : <Trans>All records</Trans>],
              [msg`Bucket`, <Copyable value={schedule.svc_data_export_destination_id} />],
              [msg`Time of the last run`, <Instant iso={schedule.last_run?.created_at} focusable />],
              [msg`Last error`, schedule.last_run?.error ?? <Nothing />],
              [msg`Next run`, <Instant iso={schedule.next_run_at} focusable />],
              [msg`Created`, <Instant iso={schedule.created_at} focusable />],
            ]}
          />
          <Related
            title={msg`Runs`}
            permission="invoices:view"
            call={{ path: '/data_exports', query: { data_export_schedule_id: id } }}
            rowsOf={({ data_exports: runs }) => runs}
            columns={exportColumns}
            keyOf={byId}
            all={
              <Link
                to="/$organization/developers/exports"
                params={{ organization: path }}
                search={{ data_export_schedule_id: id }}
                className="record-link"
              >
                <Trans>All in the list</Trans>
              </Link>
            }
          />
        </>
      )}
    </DetailPage>
  );
}
