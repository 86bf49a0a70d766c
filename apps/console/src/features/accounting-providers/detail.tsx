import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, Related, Rows, useId } from '../../ui/detail-page.js';
import { Filters, queryOf, type Filter } from '../../ui/filters.js';
import { Instant } from '../../ui/instant.js';
import { useAddress } from '../../ui/use-address.js';
import { Copyable, Nothing } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { accountingActs, systemTitle } from './acts.js';
import { documentTexts, mappingColumns, syncColumns } from './columns.js';

const filters: readonly Filter[] = [
  {
    name: 'status',
    label: msg`State`,
    kind: 'choice',
    values: ['pending', 'done', 'refused'],
    texts: { done: msg`Booked`, refused: msg`Refused` },
  },
  {
    name: 'document_type',
    label: msg`Document`,
    kind: 'choice',
    values: Object.keys(documentTexts),
    texts: documentTexts,
  },
];

/** A connected accounting system: its accounts, and the documents that it has or gets. */
export function AccountingProvider() {
  const id = useId();
  const { search, change } = useAddress();
  return (
    <DetailPage
      call={{ path: '/accounting_providers/{code}', values: { code: id } }}
      parent={{ label: msg`Accounting`, to: '/$organization/settings/accounting' }}
      headOf={({ accounting_provider: provider }) => ({ name: provider.name, id: provider.code })}
      actions={({ accounting_provider: provider }) => <Acts acts={accountingActs} record={provider} />}
    >
      {({ accounting_provider: provider }) => (
        <>
          <DescriptionList
            items={[
              [msg`System`, systemTitle],
              [msg`Client id`, <Copyable value={provider.client_id} />],
              [msg`Organization there`, provider.tenant_id ?? <Nothing />],
              [msg`Invoices are sent`, <YesNo value={provider.sync_invoices} />],
              [msg`Credit notes are sent`, <YesNo value={provider.sync_credit_notes} />],
              [msg`Payments are sent`, <YesNo value={provider.sync_payments} />],
              [msg`Connected`, <Instant iso={provider.created_at} focusable />],
              [msg`Id`, <Copyable value={provider.svc_id} />],
            ]}
          />
          <Filters filters={filters} search={search} onChange={change} />
          <Related
            title={msg`Documents`}
            permission="organization:integrations:view"
            call={{
              path: '/accounting_providers/{code}/syncs',
              values: { code: provider.code },
              query: queryOf(filters, search),
            }}
            rowsOf={({ accounting_syncs: syncs }) => syncs}
            columns={syncColumns}
            keyOf={({ svc_id }) => svc_id}
          />
          <Rows
            title={msg`Items and accounts`}
            columns={mappingColumns}
            rows={provider.mappings}
            keyOf={({ item_type: type, item_code: code }) => `${type} ${code}`}
            empty={msg`Nothing has an account yet. Edit the connection.`}
          />
        </>
      )}
    </DetailPage>
  );
}
