import { Button } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui as useMessages } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Fee, SingleInvoice } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import {
  amountColumn,
  codeColumn,
  instantColumn,
  linkColumn,
  priceColumn,
  textColumn,
  unitsColumn,
  wide,
  wordColumn,
  type Column,
} from '../../ui/columns.js';
import { DetailPage, Facts, Related, Rows, Section, useId } from '../../ui/detail-page.js';
import { useAddress } from '../../ui/use-address.js';
import { RecordLink } from '../../ui/record-link.js';
import { RecordTable } from '../../ui/record-table.js';
import { Instant } from '../../ui/instant.js';
import { Amount, Copyable, Day, Nothing, State, Word } from '../../ui/values.js';
import { nameOf } from '../../ui/customer-name.js';
import { paymentColumns, stateOf, taxColumnsOf } from '../../pages/billing/columns.js';
import { FeeStory } from '../fees/explanation.js';
import { InvoiceStory } from './deductions.js';

type Tax = components['schemas']['InvoiceAppliedTax'];
type Credit = components['schemas']['InvoiceCredit'];
type Period = components['schemas']['BillingPeriod'];

/** An invoice: its amounts, its fees, and its payments. */
export function Invoice() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/invoices/{svc_id}', values: { svc_id: id } }}
      parent={{ word: msg`Invoices`, to: '/$organization/invoices' }}
      headOf={({ invoice }) => ({
        name: invoice.number || null,
        id: invoice.svc_id,
        state: stateOf(invoice),
        zone: invoice.customer.applicable_timezone,
      })}
      actions={({ invoice }) => <Documents document={invoice} />}
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

/** The document as it is printed: as a page, PDF and e-invoice, by their signed addresses. */
export function Documents({
  document: { web_url: web = null, file_url: pdf, xml_url: xml },
}: {
  document: { web_url?: string | null; file_url: string | null; xml_url: string | null };
}) {
  const { t } = useLingui();
  const links = [
    [t`Document`, web],
    ['PDF', pdf],
    ['XML', xml],
  ] as const;
  return links.map(([label, address]) =>
    address === null ? null : (
      <Button
        key={label}
        component="a"
        variant="default"
        size="xs"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
      >
        {label}
      </Button>
    ),
  );
}

const Head = ({ invoice }: { invoice: SingleInvoice }) => (
  <Facts
    facts={[
      [
        msg`Total`,
        <span className="big">
          <Amount cents={invoice.total_amount_cents} currency={invoice.currency} />
        </span>,
      ],
      [msg`Due`, <Amount cents={invoice.total_due_amount_cents} currency={invoice.currency} />],
      [
        msg`Customer`,
        <RecordLink place="customer" id={invoice.customer.external_id}>
          {nameOf(invoice.customer)}
        </RecordLink>,
      ],
      [msg`Kind`, <Word value={invoice.invoice_type} />],
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

const valuesOf = (values: object | null): string =>
  Object.entries(values ?? {})
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(' · ');

const feeName = ({ item }: Fee): string =>
  [
    item.invoice_display_name || item.name,
    item.filter_invoice_display_name || valuesOf(item.filters),
    valuesOf(item.grouped_by),
  ]
    .filter(Boolean)
    .join(' — ');

/** A fee by its name, which opens its story below the table. */
const storyColumn: Column<Fee> = {
  ...textColumn(msg`Fee`, feeName),
  cell: (fee) => (
    <Link to="." search={{ fee: fee.svc_id }} resetScroll={false} className="record-link" dir="auto">
      {feeName(fee)}
    </Link>
  ),
};

const feeColumns: readonly Column<Fee>[] = [
  storyColumn,
  wide(wordColumn(msg`Kind`, (row) => row.item.type)),
  wide(linkColumn(msg`Subscription`, 'subscription', (row) => row.external_subscription_id ?? '')),
  wide(unitsColumn(msg`Events`, (row) => row.events_count)),
  wide(unitsColumn(msg`Units`, (row) => row.units)),
  wide(
    priceColumn(
      msg`Unit price`,
      (row) => row.precise_unit_amount,
      (row) => row.amount_currency,
    ),
  ),
  wide(unitsColumn(msg`Tax %`, (row) => row.taxes_rate)),
  amountColumn(),
];
/** Of invoices without subscriptions. */
const plainFeeColumns = feeColumns.filter(({ word }) => word.id !== feeColumns[2]?.word.id);

function Fees({ invoice }: { invoice: SingleInvoice }) {
  const { t } = useLingui();
  const { search } = useAddress();
  const ofSubscriptions = invoice.fees.some((fee) => fee.external_subscription_id);
  const explained = invoice.fees.find(({ svc_id: id }) => id === search.fee);
  return (
    <>
      <Section title={msg`Fees`}>
        {invoice.fees.length === 0 ? (
          <p className="empty">{t`The invoice has no fees.`}</p>
        ) : (
          <RecordTable
            label={t`Fees`}
            columns={ofSubscriptions ? feeColumns : plainFeeColumns}
            rows={invoice.fees}
            keyOf={({ svc_id }) => svc_id}
          />
        )}
      </Section>
      {explained ? <FeeStory key={explained.svc_id} fee={explained} name={feeName(explained)} /> : null}
      <InvoiceStory invoice={invoice} nameOf={feeName} />
    </>
  );
}

/** The sums of the invoice, each as the interface states it. */
function Totals({ invoice }: { invoice: SingleInvoice }) {
  const { _ } = useMessages();
  const lines: readonly (readonly [MessageDescriptor, number, 'always' | 'sum' | 'if any'])[] = [
    [msg`Fees`, invoice.fees_amount_cents, 'always'],
    [msg`Progressive billing`, invoice.progressive_billing_credit_amount_cents, 'if any'],
    [msg`Coupons`, invoice.coupons_amount_cents, 'if any'],
    [msg`Without taxes`, invoice.sub_total_excluding_taxes_amount_cents, 'always'],
    [msg`Taxes`, invoice.taxes_amount_cents, 'always'],
    [msg`With taxes`, invoice.sub_total_including_taxes_amount_cents, 'always'],
    [msg`Credit notes`, invoice.credit_notes_amount_cents, 'if any'],
    [msg`Prepaid credits`, invoice.prepaid_credit_amount_cents, 'if any'],
    [msg`Total`, invoice.total_amount_cents, 'sum'],
    [msg`Paid`, invoice.total_paid_amount_cents, 'if any'],
    [msg`Offset by credit notes`, invoice.total_offsetted_credit_note_amount_cents, 'if any'],
    [msg`Due`, invoice.total_due_amount_cents, 'sum'],
  ];
  return (
    <dl className="totals">
      {lines
        .filter(([, cents, when]) => when !== 'if any' || cents !== 0)
        .map(([word, cents, when]) => (
          <Line key={word.id} name={_(word)} isSum={when === 'sum'}>
            <Amount cents={cents} currency={invoice.currency} />
          </Line>
        ))}
    </dl>
  );
}

const Line = ({ name, isSum, children }: { name: string; isSum: boolean; children: React.ReactNode }) => (
  <>
    <dt className={isSum ? 'sum' : undefined}>{name}</dt>
    <dd className={isSum ? 'sum' : undefined}>{children}</dd>
  </>
);

const taxColumns = taxColumnsOf<Tax>((row) => row.fees_amount_cents);

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
