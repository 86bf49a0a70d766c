import { Button, Progress } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, asOrganization } from '../../api/client.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership } from '../../frame/membership.js';
import { DescriptionList, DetailPage, Related, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { EnumText, Nothing, Units } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { rowColumns } from './columns.js';
import { failureText, originOf, percentOf, type SingleBackfill } from './texts.js';

/** A backfill: how far it is, what came of its rows, and those that were refused. */
export function EventBackfill() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/event_backfills/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Backfills`, to: '/$organization/developers/event-backfills' }}
      headOf={({ event_backfill: one }) => ({ name: originOf(one), id: one.svc_id, state: one.status })}
      actions={({ event_backfill: one }) => <Change backfill={one} />}
    >
      {({ event_backfill: one }) => (
        <>
          <ReadPart backfill={one} />
          <Facts backfill={one} />
          <Related
            title={msg`Refused rows`}
            permission="developers:manage"
            call={{ path: '/event_backfills/{svc_id}/rows', values: { svc_id: id } }}
            rowsOf={({ event_backfill_rows: rows }) => rows}
            keyOf={({ object, row, rule }) => `${object}/${row}/${rule ?? ''}`}
            columns={rowColumns}
          />
        </>
      )}
    </DetailPage>
  );
}

function ReadPart({ backfill }: { backfill: SingleBackfill }) {
  const { t } = useLingui();
  return <Progress value={percentOf(backfill)} my="md" aria-label={t`Part that is read`} />;
}

const Facts = ({ backfill: one }: { backfill: SingleBackfill }) => (
  <DescriptionList
    items={[
      [msg`Format`, one.format],
      [
        msg`Event source`,
        one.event_source === null ? (
          <Nothing />
        ) : (
          <RecordLink kind="eventSource" id={one.event_source}>
            {one.event_source}
          </RecordLink>
        ),
      ],
      [msg`Dry run`, <YesNo value={one.dry_run} />],
      [msg`Events of invoiced periods`, <EnumText value={`${one.invoiced_period_events}_events`} />],
      [msg`Files read`, `${one.objects_done} / ${one.objects_total}`],
      [msg`Rows read`, <Units value={one.rows_read} />],
      [msg`Events taken`, <Units value={one.taken} />],
      [msg`Events repeated`, <Units value={one.repeated} />],
      [msg`Events refused`, <Units value={one.refused} />],
      [msg`Refused for an invoiced period`, <Units value={one.refused_invoiced} />],
      [msg`Rows without a rule`, <Units value={one.ignored} />],
      ...Object.entries(one.refused_reasons).map(([reason, count]) => [reason, <Units value={count} />] as const),
      one.error === null ? null : [msg`Failure`, failureText(one)],
      [msg`Created`, <Instant iso={one.created_at} focusable />],
      [msg`Completed`, <Instant iso={one.completed_at} focusable />],
    ]}
  />
);

/** Stops an unfinished backfill, or continues another one. */
function Change({ backfill: { svc_id: id, status } }: { backfill: SingleBackfill }) {
  const { t } = useLingui();
  const { organization } = useMembership();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (path: '/event_backfills/{svc_id}/stop' | '/event_backfills/{svc_id}/resume') =>
      answerOf(api.POST(path, { params: { path: { svc_id: id } }, headers: asOrganization(organization.svc_id) })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['read', organization.svc_id] }),
  });
  if (status === 'completed') return null;
  const isUnfinished = status === 'pending' || status === 'processing';
  return (
    <>
      <CallError error={error} />
      <Button
        variant="default"
        loading={isPending}
        onClick={() => mutate(isUnfinished ? '/event_backfills/{svc_id}/stop' : '/event_backfills/{svc_id}/resume')}
      >
        {isUnfinished ? t`Stop` : t`Resume`}
      </Button>
    </>
  );
}
