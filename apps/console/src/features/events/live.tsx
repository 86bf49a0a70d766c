import { useEffect, useState } from 'react';
import { Switch } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { followStream } from '../../api/event-stream.js';
import type { Event } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership } from '../../frame/membership.js';
import type { Column } from '../../ui/columns.js';
import { RecordTable } from '../../ui/record-table.js';
import { useAddress } from '../../ui/use-address.js';

/** Rows that the page keeps: the latest ones. */
const mostRows = 200;

interface Arrived {
  events: readonly Event[];
  leftOut: number;
}
const nothing: Arrived = { events: [], leftOut: 0 };

interface Tail {
  events: Event[];
  left_out: number;
}

/** The newest events first; an event that arrives twice is shown once. */
function withTail({ events, leftOut }: Arrived, { events: arrived, left_out: more }: Tail): Arrived {
  const known = new Set(events.map(({ svc_id: id }) => id));
  const fresh = arrived.filter(({ svc_id: id }) => !known.has(id)).reverse();
  return { events: [...fresh, ...events].slice(0, mostRows), leftOut: leftOut + more };
}

/** A switch that shows events while they arrive, above the list. The filters of the list apply. */
export function LiveEvents({ columns }: { columns: readonly Column<Event>[] }) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const isOn = search.live === 'on';
  return (
    <section className="live" aria-label={t`Events while they arrive`}>
      <Switch
        label={t`Live`}
        checked={isOn}
        onChange={({ currentTarget }) => change({ live: currentTarget.checked ? 'on' : '' })}
      />
      {isOn ? (
        <Following
          key={JSON.stringify([search.code, search.external_subscription_id])}
          code={search.code ?? ''}
          subscription={search.external_subscription_id ?? ''}
          columns={columns}
        />
      ) : null}
    </section>
  );
}

interface Props {
  code: string;
  subscription: string;
  columns: readonly Column<Event>[];
}

function Following({ code, subscription, columns }: Props) {
  const { t } = useLingui();
  const { organization } = useMembership();
  const [{ events, leftOut }, setArrived] = useState(nothing);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { svc_id: organizationId } = organization;
  useEffect(() => {
    const abort = new AbortController();
    const query = new URLSearchParams({
      ...(code === '' ? {} : { code }),
      ...(subscription === '' ? {} : { external_subscription_id: subscription }),
    });
    void followStream(organizationId, `/events/stream?${query.toString()}`, abort.signal, {
      onOpen: () => {
        setError(null);
        setOpen(true);
      },
      onMessage: ({ data }) => setArrived((arrived) => withTail(arrived, JSON.parse(data) as Tail)),
      onRefusal: (refusal) => {
        setOpen(false);
        setError(refusal);
      },
    });
    return () => abort.abort();
  }, [organizationId, code, subscription]);
  return (
    <>
      <CallError error={error} />
      <p className="empty" role="status">
        {!isOpen ? (
          <Trans>Connecting …</Trans>
        ) : events.length === 0 ? (
          <Trans>Waiting for events. They appear some seconds after they are sent.</Trans>
        ) : leftOut > 0 ? (
          <Plural
            value={leftOut}
            one="# further event is not shown here."
            other="# further events are not shown here."
          />
        ) : (
          <Trans>Events appear some seconds after they are sent.</Trans>
        )}
      </p>
      {events.length > 0 ? (
        <RecordTable
          label={t`Events while they arrive`}
          columns={columns}
          rows={events}
          keyOf={({ svc_id: id }) => id}
        />
      ) : null}
    </>
  );
}
