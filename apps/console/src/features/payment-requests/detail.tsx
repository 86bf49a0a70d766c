import { msg } from '@lingui/core/macro';
import type { PaymentRequest as Record } from '../../api/records.js';
import { dayColumn, linkColumn, moneyColumn, stateColumn, wide, type Column } from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount, Nothing } from '../../ui/values.js';
import { stateOf } from '../invoices/state.js';

const columns: readonly Column<Record['invoices'][number]>[] = [
  linkColumn(
    msg`Number`,
    'invoice',
    (row) => row.svc_id,
    (row) => row.number,
  ),
  stateColumn(msg`State`, stateOf),
  wide(dayColumn(msg`Due on`, (row) => row.payment_due_date)),
  wide(
    moneyColumn(
      msg`Due`,
      (row) => row.total_due_amount_cents,
      (row) => row.currency,
    ),
  ),
  moneyColumn(
    msg`Total`,
    (row) => row.total_amount_cents,
    (row) => row.currency,
  ),
];

/** A payment request: its customer and its invoices. */
export function PaymentRequest() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/payment_requests/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Payment requests`, to: '/$organization/payment-requests' }}
      headOf={({ payment_request: request }) => ({
        name: null,
        id: request.svc_id,
        state: request.payment_status,
        zone: request.customer.applicable_timezone,
      })}
    >
      {({ payment_request: request }) => (
        <>
          <DescriptionList
            items={[
              [
                msg`Amount`,
                <span className="big">
                  <Amount cents={request.amount_cents} currency={request.amount_currency} />
                </span>,
              ],
              [
                msg`Customer`,
                <RecordLink kind="customer" id={request.customer.external_id}>
                  {nameOf(request.customer)}
                </RecordLink>,
              ],
              [msg`E-mail`, request.email ?? <Nothing />],
              [msg`Created`, <Instant iso={request.created_at} focusable />],
            ]}
          />
          <Rows title={msg`Invoices`} columns={columns} rows={request.invoices} keyOf={({ svc_id }) => svc_id} />
        </>
      )}
    </DetailPage>
  );
}
