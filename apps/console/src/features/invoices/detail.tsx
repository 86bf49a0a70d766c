import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import type { SingleInvoice } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import {
  amountColumn,
  codeColumn,
  instantColumn,
  linkColumn,
  textColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { DescriptionList, DetailPage, Related, Rows, useId } from '../../ui/detail-page.js';
import { Documents } from '../../ui/documents.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount, Copyable, Day, EnumText, Nothing, State } from '../../ui/values.js';
import { creditNoteColumns } from '../credit-notes/columns.js';
import { valuesOf } from '../fees/name.js';
import { paymentColumns } from '../payments/columns.js';
import { appliedTaxColumns } from '../taxes/columns.js';
import { Fees } from './fees.js';
import { stateOf } from './state.js';
import { Totals } from './totals.js';
import { invoiceActs } from './acts.js';

type Tax = components['schemas']['InvoiceAppliedTax'];
type Credit = components['schemas']['InvoiceCredit'];
type Period = components['schemas']['BillingPeriod'];

/** An invoice: its amounts, its fees, and its payments. */
export function Invoice() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/invoices/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Invoices`, to: '/$organization/invoices' }}
      headOf={({ invoice }) => ({
        name: invoice.number || null,
        id: invoice.svc_id,
        state: stateOf(invoice),
        zone: invoice.customer.applicable_timezone,
      })}
      actions={({ invoice }) => (
        <>
          <Acts acts={invoiceActs} record={invoice} />
          <Documents document={invoice} />
        </>
      )}
    >
      {({ invoice }) => (
        <>
          <Head invoice={invoice} />
          <Fees invoice={invoice} />
          <Totals invoice={invoice} />
          <Rows title={msg`Taxes`} columns={taxColumns} rows={invoice.applied_taxes} keyOf={({ svc_id }) => svc_id} />
          <Rows title={msg`Credits`} columns={creditColumns} rows={invoice.credits} keyOf={({ svc_id }) => svc_id} />
          <Rows
            title={msg`Periods`}
            columns={periodColumns}
            rows={invoice.billing_periods}
            keyOf={(row) => `${row.svc_subscription_id} ${row.invoicing_reason} ${row.subscription_from_datetime}`}
          />
          <Related
            title={msg`Payments`}
            permission="payments:view"
            call={{ path: '/payments', query: { invoice_id: invoice.svc_id } }}
            rowsOf={({ payments }) => payments}
            columns={paymentColumns}
            keyOf={({ svc_id }) => svc_id}
          />
          <Related
            title={msg`Credit notes`}
            permission="credit_notes:view"
            call={{ path: '/credit_notes', query: { invoice_id: invoice.svc_id } }}
            rowsOf={({ credit_notes: notes }) => notes}
            columns={creditNoteColumns}
            keyOf={({ svc_id }) => svc_id}
          />
          <Rows
            title={msg`Errors`}
            columns={errorColumns}
            rows={invoice.error_details}
            keyOf={({ svc_id }) => svc_id}
          />
        </>
      )}
    </DetailPage>
  );
}

const Head = ({ invoice }: { invoice: SingleInvoice }) => (
  <DescriptionList
    items={[
      [
        msg`Total`,
        <span className="big">
          <Amount cents={invoice.total_amount_cents} currency={invoice.currency} />
        </span>,
      ],
      [msg`Due`, <Amount cents={invoice.total_due_amount_cents} currency={invoice.currency} />],
      [
        msg`Customer`,
        <RecordLink kind="customer" id={invoice.customer.external_id}>
          {nameOf(invoice.customer)}
        </RecordLink>,
      ],
      [msg`Kind`, <EnumText value={invoice.invoice_type} />],
      [msg`Issued`, <Day date={invoice.issuing_date} />],
      [msg`Due on`, <Day date={invoice.payment_due_date} />],
      [msg`Payment`, <State value={invoice.payment_status} />],
      [msg`Voided`, <Instant iso={invoice.voided_at} focusable />],
      [msg`Billing entity`, invoice.billing_entity_code],
      [msg`Purchase order`, invoice.purchase_order_number ?? <Nothing />],
      [msg`Created`, <Instant iso={invoice.created_at} focusable />],
      [msg`Id of the customer`, <Copyable value={invoice.customer.external_id} />],
    ]}
  />
);

const taxColumns = appliedTaxColumns<Tax>((row) => row.fees_amount_cents);

const creditColumns: readonly Column<Credit>[] = [
  textColumn(msg`Credit`, (row) => row.item.name),
  codeColumn(msg`Code`, (row) => row.item.code),
  amountColumn(),
];

const periodColumns: readonly Column<Period>[] = [
  linkColumn(msg`Subscription`, 'subscription', (row) => row.external_subscription_id),
  instantColumn(msg`From`, (row) => row.subscription_from_datetime),
  instantColumn(msg`Until`, (row) => row.subscription_to_datetime),
  wide(instantColumn(msg`Usage from`, (row) => row.charges_from_datetime)),
  wide(instantColumn(msg`Usage until`, (row) => row.charges_to_datetime)),
];

const errorColumns: readonly Column<components['schemas']['ErrorDetail']>[] = [
  codeColumn(msg`Error`, (row) => row.error_code),
  textColumn(msg`Details`, (row) => valuesOf(row.details)),
];
