import { NativeSelect, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PriceTest } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { Loading } from '../../ui/loading.js';
import { Pager, sizeOf } from '../../ui/pager.js';
import { byId } from '../../ui/record-keys.js';
import { RecordTable, useRowKeys } from '../../ui/record-table.js';
import { useAddress } from '../../ui/use-address.js';
import { resultColumns } from './columns.js';
import { StoryDialog } from './story.js';

const directions: readonly (readonly [string, MessageDescriptor])[] = [
  ['more', msg`Cost more`],
  ['less', msg`Cost less`],
  ['same', msg`Cost the same`],
  ['unpriced', msg`Without amounts`],
];
const commitments: readonly (readonly [string, MessageDescriptor])[] = [
  ['reached', msg`Only with the tested prices`],
  ['left', msg`Only with the present prices`],
];
const pauseMs = 300;

/** The subscriptions of a test with their amounts. Filters, order, place and the open row are in the address. */
export function Results({ test }: { test: PriceTest }) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const find = useDebouncedCallback((term: string) => change({ search_term: term }), pauseMs);
  const { direction = '', commitment = '', sort, search_term: term = '', subscription } = search;
  const query = {
    page: search['page'] ?? '1',
    per_page: sizeOf(search),
    ...(direction === '' ? {} : { direction }),
    ...(commitment === '' ? {} : { commitment }),
    ...(term === '' ? {} : { search_term: term }),
    ...(sort === undefined ? {} : { sort }),
  };
  const { data, error, isPending, isPlaceholderData } = useRead(
    { path: '/price_tests/{svc_id}/results', values: { svc_id: test.svc_id }, query },
    { keepsLast: true },
  );
  useRowKeys();
  const stay = { page: search['page'] ?? '' };
  const rows = data?.price_test_results ?? [];
  const label = t`Results`;
  return (
    <section className="part">
      <header>
        <Title order={2}>{label}</Title>
        <div className="actions">
          <TextInput
            size="xs"
            aria-label={t`Customer`}
            placeholder={t`Customer`}
            defaultValue={term}
            onChange={({ currentTarget }) => find(currentTarget.value.trim())}
          />
          <NativeSelect
            size="xs"
            aria-label={t`Change of the amount`}
            value={direction}
            data={[{ value: '', label: t`All` }, ...directions.map(([value, text]) => ({ value, label: t(text) }))]}
            onChange={({ currentTarget }) => change({ direction: currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            aria-label={t`Reaches the minimum commitment`}
            value={commitment}
            data={[
              { value: '', label: t`Any commitment` },
              ...commitments.map(([value, text]) => ({ value, label: t(text) })),
            ]}
            onChange={({ currentTarget }) => change({ commitment: currentTarget.value })}
          />
        </div>
      </header>
      <CallError error={error} />
      {isPending && !error ? <Loading label={label} /> : null}
      {rows.length > 0 ? (
        <RecordTable
          label={label}
          columns={resultColumns(test.amount_currency, (opened) => change({ ...stay, subscription: opened }))}
          rows={rows}
          keyOf={byId}
          isOld={isPlaceholderData}
          order={{ by: sort, currency: undefined, onChange: (order) => change({ sort: order.sort }) }}
        />
      ) : null}
      {data && rows.length === 0 ? (
        <p className="empty">
          {direction === '' && commitment === '' && term === '' ? (
            <Trans>No subscription is priced yet.</Trans>
          ) : (
            <Trans>No subscription matches these filters.</Trans>
          )}
        </p>
      ) : null}
      {data && rows.length > 0 ? <Pager meta={data.meta} /> : null}
      {subscription === undefined ? null : (
        <StoryDialog test={test} subscription={subscription} onClose={() => change({ ...stay, subscription: '' })} />
      )}
    </section>
  );
}
