import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Copyable, Nothing, Units } from '../../ui/values.js';
import { fileColumns, filtersText } from './columns.js';

/** An export with its progress, and the files of a complete one. */
export function DataExport() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/data_exports/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Exports`, to: '/$organization/developers/exports' }}
      headOf={({ data_export: made }) => ({ name: made.file_name, id: made.svc_id, state: made.status })}
    >
      {({ data_export: made }) => (
        <>
          <DescriptionList
            items={[
              [msg`Records`, <code>{made.resource_type}</code>],
              [msg`Format`, made.format ?? <Nothing />],
              [msg`Filters`, filtersText(made.filters) || <Nothing />],
              [msg`Content`, made.incremental ? <Trans>What changed</Trans> : <Trans>All records</Trans>],
              [msg`Changed since`, <Instant iso={made.changed_from} focusable />],
              [msg`Records exported`, <Units value={made.records_done} />],
              [msg`Rows`, <Units value={made.rows_written} />],
              [msg`Bytes`, <Units value={made.file_size_bytes} />],
              [
                msg`Schedule`,
                made.svc_data_export_schedule_id ? (
                  <RecordLink kind="exportSchedule" id={made.svc_data_export_schedule_id}>
                    {made.svc_data_export_schedule_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [msg`Bucket`, <Copyable value={made.svc_data_export_destination_id} />],
              [msg`File`, <Copyable value={made.file_url} />],
              [msg`Error`, made.error ?? <Nothing />],
              [msg`Created`, <Instant iso={made.created_at} focusable />],
              [msg`Completed`, <Instant iso={made.completed_at} focusable />],
              [msg`Deleted on`, <Instant iso={made.expires_at} focusable />],
            ]}
          />
          <Rows title={msg`Files`} columns={fileColumns} rows={made.manifest?.files ?? []} keyOf={({ name }) => name} />
        </>
      )}
    </DetailPage>
  );
}
