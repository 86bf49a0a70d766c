import { msg } from '@lingui/core/macro';
import { withCustomers, zoneOf } from '../../ui/columns.js';
import { CustomerLink } from '../../ui/customer-link.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount, Copyable, EnumText, Nothing } from '../../ui/values.js';

/** A payment: its invoice, its method, and the state at its provider. */
export function Payment() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/payments/{svc_id}', values: { svc_id: id }, query: withCustomers }}
      parent={{ label: msg`Payments`, to: '/$organization/payments' }}
      headOf={({ payment }) => ({
        name: payment.reference || null,
        id: payment.svc_id,
        state: payment.payment_status,
        zone: zoneOf(payment),
      })}
    >
      {({ payment }) => (
        <DescriptionList
          items={[
            [
              msg`Amount`,
              <span className="big">
                <Amount cents={payment.amount_cents} currency={payment.amount_currency} />
              </span>,
            ],
            [msg`Customer`, <CustomerLink id={payment.external_customer_id} customer={payment.customer} />],
            [
              msg`Invoices`,
              payment.invoice_ids.map((invoice, place) => (
                <div key={invoice}>
                  <RecordLink kind="invoice" id={invoice}>
                    {payment.invoice_numbers[place] ?? invoice}
                  </RecordLink>
                </div>
              )),
            ],
            payment.payable_type === 'PaymentRequest'
              ? [
                  msg`Payment request`,
                  <RecordLink kind="paymentRequest" id={payment.svc_payable_id}>
                    {payment.svc_payable_id}
                  </RecordLink>,
                ]
              : null,
            [msg`Kind`, <EnumText value={payment.type} />],
            [msg`Provider`, payment.payment_provider_code ?? <Nothing />],
            [msg`State at the provider`, payment.status],
            [msg`Id at the provider`, <Copyable value={payment.provider_payment_id} />],
            [msg`Created`, <Instant iso={payment.created_at} focusable />],
          ]}
        />
      )}
    </DetailPage>
  );
}
