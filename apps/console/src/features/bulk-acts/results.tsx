import { useState } from 'react';
import { Button, NativeSelect, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../../api/client.js';
import type { BulkAct, BulkActResult } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { csvOf } from '../../ui/csv.js';
import { Pager, sizeOf } from '../../ui/pager.js';
import { byId } from '../../ui/record-keys.js';
import { RecordTable } from '../../ui/record-table.js';
import { saveCsv } from '../../ui/save-csv.js';
import { useAddress } from '../../ui/use-address.js';
import { resultColumns } from './columns.js';

type Outcome = BulkActResult['outcome'];

const outcomes: readonly [Outcome, MessageDescriptor][] = [
  ['refused', msg`Refused`],
  ['done', msg`Done`],
  ['skipped', msg`Skipped`],
  ['waiting', msg`Waiting`],
  ['left', msg`Left as it was`],
];
const rowsOfCall = 1_000;

/** Reads all records of an account with an outcome, page by page. */
async function allResults(organizationId: string, id: string, outcome: Outcome | undefined): Promise<BulkActResult[]> {
  const rows: BulkActResult[] = [];
  for (let page: number | null = 1; page !== null;) {
    const query = { page, per_page: rowsOfCall, ...(outcome ? { outcome } : {}) };
    const answer: { bulk_act_results: BulkActResult[]; meta: { next_page: number | null } } = await answerOf(
      api.GET('/bulk_acts/{svc_id}/results', {
        headers: asOrganization(organizationId),
        params: { path: { svc_id: id }, query },
      }),
    );
    rows.push(...answer.bulk_act_results);
    page = answer.meta.next_page;
  }
  return rows;
}

/** The account of an act: its records with their outcomes. */
export function Results({ act }: { act: BulkAct }) {
  const { t } = useLingui();
  const { organization, path } = useMembership();
  const { search, change } = useAddress();
  const [isSaving, setSaving] = useState(false);
  const outcome = outcomes.find(([value]) => value === search['outcome'])?.[0];
  const columns = resultColumns(act.resource_type);
  const query = { page: search['page'] ?? '1', per_page: sizeOf(search), ...(outcome ? { outcome } : {}) };
  const { data, error } = useRead(
    { path: '/bulk_acts/{svc_id}/results', values: { svc_id: act.svc_id }, query },
    { keepsLast: true },
  );
  const save = async () => {
    setSaving(true);
    try {
      const rows = await allResults(organization.svc_id, act.svc_id, outcome);
      const head = columns.map(({ label }) => t(label));
      const name = [path, act.act, act.svc_id].join(' ');
      saveCsv(name, csvOf([head, ...rows.map((row) => columns.map((column) => column.csv(row)))]));
    } finally {
      setSaving(false);
    }
  };
  const rows = data?.bulk_act_results ?? [];
  return (
    <section className="part">
      <header>
        <Title order={2}>{t`Results`}</Title>
        <div className="actions">
          <NativeSelect
            size="xs"
            aria-label={t`Outcome`}
            value={outcome ?? ''}
            data={[
              { value: '', label: t`All outcomes` },
              ...outcomes.map(([value, label]) => ({ value, label: t(label) })),
            ]}
            onChange={(event) => change({ outcome: event.currentTarget.value })}
          />
          <Button size="xs" variant="default" loading={isSaving} onClick={() => void save()}>
            {t`Save as CSV`}
          </Button>
        </div>
      </header>
      <CallError error={error} />
      {rows.length > 0 ? (
        <RecordTable label={t`Results`} columns={columns} rows={rows} keyOf={byId} />
      ) : (
        <p>
          <Trans>No record has this outcome.</Trans>
        </p>
      )}
      {data && rows.length > 0 ? <Pager meta={data.meta} /> : null}
    </section>
  );
}
