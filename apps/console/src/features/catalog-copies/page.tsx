import { useState } from 'react';
import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { readAgain } from '../../api/read-again.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { codeColumn, filling, stateColumn, textColumn, type Column } from '../../ui/columns.js';
import { RecordTable } from '../../ui/record-table.js';
import { copyCatalog, type CatalogCopy } from './source.js';

type Copied = CatalogCopy['objects'][number];

const errorsOf = ({ error_details: details }: Copied): string =>
  Object.entries(details)
    .map(([field, codes]) => `${field}: ${Array.isArray(codes) ? codes.join(', ') : JSON.stringify(codes)}`)
    .join('; ');

const columns: readonly Column<Copied>[] = [
  codeColumn(msg`Code`, (row) => row.code),
  { label: msg`Kind`, cell: ({ kind }) => <Kind kind={kind} />, csv: ({ kind }) => kind },
  stateColumn(msg`State`, (row) => row.outcome),
  filling(textColumn(msg`Differences`, (row) => row.differences.join(', ') || errorsOf(row))),
];

const kinds: Readonly<Record<Copied['kind'], MessageDescriptor>> = {
  taxes: msg`Tax`,
  billable_metrics: msg`Metric`,
  add_ons: msg`Add-on`,
  features: msg`Feature`,
  plans: msg`Plan`,
  coupons: msg`Coupon`,
};

function Kind({ kind }: Pick<Copied, 'kind'>) {
  const { t } = useLingui();
  return t(kinds[kind]);
}

const created = ({ objects }: CatalogCopy): number => objects.filter(({ outcome }) => outcome === 'created').length;

/** Copies the catalog of another organization of the person: first the difference, then what does not exist here. */
export function CatalogCopies() {
  const { t } = useLingui();
  const { organization } = useMembership();
  const { session } = useRouteContext({ from: '/signed-in' });
  const queries = useQueryClient();
  const others = session.memberships.filter((one) => one.organization.svc_id !== organization.svc_id);
  const [from, setFrom] = useState(others[0]?.organization.svc_id ?? '');
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (isDryRun: boolean) => copyCatalog(from, organization.svc_id, isDryRun),
    onSuccess: () => readAgain(queries, organization.svc_id, true),
  });
  const title = t`Copy a catalog`;
  useTitle(title);
  const count = data?.dry_run ? created(data) : 0;
  return (
    <main className="detail">
      <header className="head">
        <Title order={1}>{title}</Title>
      </header>
      <Text mb="sm">
        <Trans>
          Taxes, metrics, add-ons, features, plans and coupons are compared by their codes. What exists here stays as it
          is.
        </Trans>
      </Text>
      {others.length === 0 ? (
        <p className="empty">{t`You are in no other organization.`}</p>
      ) : (
        <Group align="end" gap="xs" mb="sm">
          <NativeSelect
            label={t`From`}
            value={from}
            onChange={({ currentTarget }) => {
              setFrom(currentTarget.value);
              reset();
            }}
            data={others.map((one) => ({ value: one.organization.svc_id, label: one.organization.name }))}
          />
          <Button variant="default" loading={isPending} onClick={() => mutate(true)}>{t`Compare`}</Button>
          {count > 0 ? (
            <Button loading={isPending} onClick={() => mutate(false)}>
              <Trans>Create {count} objects</Trans>
            </Button>
          ) : null}
        </Group>
      )}
      <CallError error={error} />
      {data && !data.dry_run ? <p role="status">{t`The catalog is copied.`}</p> : null}
      {data?.dry_run && count === 0 ? <p role="status">{t`All of these codes exist here.`}</p> : null}
      {data ? (
        <RecordTable
          label={title}
          columns={columns}
          rows={data.objects}
          keyOf={({ kind, code }) => `${kind} ${code}`}
        />
      ) : null}
    </main>
  );
}
