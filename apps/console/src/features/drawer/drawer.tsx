import { useEffect, useState } from 'react';
import { CloseButton, Tabs } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { useChanges } from '../../ui/changed.js';
import { Loading } from '../../ui/loading.js';
import { RecordTable } from '../../ui/record-table.js';
import { useSubject, type Subject } from '../../ui/subject.js';
import { tails, type Tail } from './tails.js';

/** Messages and logs of a change come some seconds after it. */
const laterMs = 3_000;

/** The latest events, webhooks, calls and activities of the record of the page, else of the organization. */
export function Drawer({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const { may } = useMembership();
  const subject = useSubject();
  const shown = tails.filter(({ permission, callOf }) => may(permission) && callOf(subject) !== null);
  const [chosen, choose] = useState<string | null>(null);
  const current = shown.find(({ label }) => label.id === chosen) ?? shown[0];
  if (!current) return null;
  return (
    <section className="drawer" aria-label={t`Developers`}>
      <Tabs value={current.label.id} onChange={choose} keepMounted={false}>
        <div className="drawer-head">
          <Tabs.List>
            {shown.map(({ label }) => (
              <Tabs.Tab key={label.id} value={label.id}>
                {t(label)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <span className="of">{subject ? t`Of this record` : t`Of the organization`}</span>
          <CloseButton aria-label={t`Close`} onClick={onClose} />
        </div>
        <Tabs.Panel value={current.label.id}>
          <TailRows key={`${current.label.id} ${subject?.address ?? ''}`} tail={current} subject={subject} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function TailRows({ tail, subject }: { tail: Tail; subject: Subject | null }) {
  const { t } = useLingui();
  const { rowsOf, keyOf, columns, callOf } = tail;
  const call = callOf(subject);
  const { data, error, isPending, refetch } = useRead(call ?? { path: '/events' }, { enabled: call !== null });
  const changes = useChanges();
  useEffect(() => {
    if (changes === 0) return undefined;
    void refetch();
    const later = window.setTimeout(() => void refetch(), laterMs);
    return () => window.clearTimeout(later);
  }, [changes, refetch]);
  const rows = data ? rowsOf(data) : [];
  const label = t(tail.label);
  if (error) return <CallError error={error} />;
  if (isPending) return <Loading label={label} />;
  return rows.length > 0 ? (
    <RecordTable label={label} columns={columns} rows={rows} keyOf={keyOf} />
  ) : (
    <p className="empty">{t`Nothing yet.`}</p>
  );
}
