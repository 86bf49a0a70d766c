import { NativeSelect, Stack } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Customer as Record } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { nameOf } from '../../ui/customer-name.js';
import { DescriptionList, DetailPage, Related, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { byId } from '../../ui/record-keys.js';
import { Tabs } from '../../ui/tabs.js';
import { useAddress } from '../../ui/use-address.js';
import { Copyable, EnumText, Nothing } from '../../ui/values.js';
import { creditNoteColumns } from '../credit-notes/columns.js';
import { ownInvoiceColumns } from '../invoices/columns.js';
import { paymentRequestColumns } from '../payment-requests/columns.js';
import { paymentColumns } from '../payments/columns.js';
import { ownSubscriptionColumns } from '../subscriptions/columns.js';
import { CurrentUsage } from '../usage/current.js';
import { ownWalletColumns } from '../wallets/columns.js';
import { Figures } from './figures.js';
import { customerActs } from './acts.js';
import { Coupons } from './parts/coupons.js';
import { CustomerDunning } from './parts/dunning.js';
import { editMetadata } from './parts/metadata.js';
import { PaymentMethods } from './parts/payment-methods.js';
import { PortalPeople } from './parts/portal-people.js';
import { openPortal, PortalSessions } from './parts/portal-sessions.js';

const tabs = [
  { value: 'overview', label: msg`Overview` },
  { value: 'usage', label: msg`Usage` },
  { value: 'invoices', label: msg`Invoices` },
  { value: 'credits', label: msg`Credits` },
  { value: 'payments', label: msg`Payments` },
  { value: 'methods', label: msg`Methods and dunning` },
  { value: 'portal', label: msg`Portal` },
];

const acts = [...customerActs, openPortal, editMetadata];

/** A customer, with all that belongs to it. */
export function Customer() {
  const id = useId();
  const { search } = useAddress();
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'overview';
  return (
    <DetailPage
      call={{ path: '/customers/{external_id}', values: { external_id: id } }}
      parent={{ label: msg`Customers`, to: '/$organization/customers' }}
      headOf={({ customer }) => ({
        name: nameOf(customer),
        id: customer.external_id,
        zone: customer.applicable_timezone,
      })}
      actions={({ customer }) => <Acts acts={acts} record={customer} />}
    >
      {({ customer }) => (
        <>
          <Tabs tabs={tabs} current={tab} />
          {tab === 'overview' ? <Overview customer={customer} /> : null}
          {tab === 'usage' ? <Usage id={id} requested={search.subscription} /> : null}
          {tab === 'invoices' ? <OwnInvoices id={id} /> : null}
          {tab === 'credits' ? <Credits id={id} /> : null}
          {tab === 'payments' ? <OwnPayments id={id} /> : null}
          {tab === 'methods' ? <Collection customer={customer} /> : null}
          {tab === 'portal' ? (
            <>
              <PortalSessions customer={customer} />
              <PortalPeople customer={customer} />
            </>
          ) : null}
        </>
      )}
    </DetailPage>
  );
}

function Address({ customer }: { customer: Record }) {
  const { address_line1, address_line2, zipcode, city, state, country } = customer;
  const lines = [address_line1, address_line2, [zipcode, city].filter(Boolean).join(' '), state, country].filter(
    Boolean,
  );
  return lines.length === 0 ? <Nothing /> : <span dir="auto">{lines.join(', ')}</span>;
}

const Overview = ({ customer }: { customer: Record }) => (
  <>
    <Figures id={customer.external_id} />
    <DescriptionList
      items={[
        [msg`E-mail`, customer.email ?? <Nothing />],
        [msg`Kind`, <EnumText value={customer.customer_type} />],
        [msg`Legal name`, customer.legal_name ?? <Nothing />],
        [msg`Tax number`, customer.tax_identification_number ?? <Nothing />],
        [msg`Address`, <Address customer={customer} />],
        [msg`Currency`, customer.currency ?? <Nothing />],
        [msg`Time zone`, customer.applicable_timezone],
        [msg`Billing entity`, customer.billing_entity_code],
        [msg`Payment provider`, customer.billing_configuration.payment_provider_code ?? <Nothing />],
        [msg`Taxes`, customer.taxes.map(({ name }) => name).join(', ') || <Nothing />],
        [msg`Created`, <Instant iso={customer.created_at} focusable />],
        [msg`Id`, <Copyable value={customer.svc_id} />],
        ...customer.metadata.map(({ key, value }) => [key, value] as const),
      ]}
    />
    <Related
      title={msg`Subscriptions`}
      permission="subscriptions:view"
      call={{
        path: '/customers/{external_customer_id}/subscriptions',
        values: { external_customer_id: customer.external_id },
        query: { 'status[]': ['pending', 'active', 'terminated', 'canceled', 'incomplete'] },
      }}
      rowsOf={({ subscriptions }) => subscriptions}
      columns={ownSubscriptionColumns}
      keyOf={byId}
    />
    <Related
      title={msg`Wallets`}
      permission="customers:view"
      call={{
        path: '/customers/{external_customer_id}/wallets',
        values: { external_customer_id: customer.external_id },
      }}
      rowsOf={({ wallets }) => wallets}
      columns={ownWalletColumns}
      keyOf={byId}
    />
  </>
);

function OwnInvoices({ id }: { id: string }) {
  const { path } = useMembership();
  return (
    <Related
      title={msg`Invoices`}
      permission="invoices:view"
      call={{ path: '/customers/{external_customer_id}/invoices', values: { external_customer_id: id } }}
      rowsOf={({ invoices }) => invoices}
      columns={ownInvoiceColumns}
      keyOf={byId}
      all={
        <Link
          to="/$organization/invoices"
          params={{ organization: path }}
          search={{ external_customer_id: id }}
          className="record-link"
        >
          <Trans>All in the list</Trans>
        </Link>
      }
    />
  );
}

const Credits = ({ id }: { id: string }) => (
  <>
    <Related
      title={msg`Credit notes`}
      permission="credit_notes:view"
      call={{ path: '/customers/{external_customer_id}/credit_notes', values: { external_customer_id: id } }}
      rowsOf={({ credit_notes: notes }) => notes}
      columns={creditNoteColumns}
      keyOf={byId}
    />
    <Coupons id={id} />
  </>
);

/** How a customer pays, and how it is requested to pay. */
function Collection({ customer }: { customer: Record }) {
  const { organization } = useMembership();
  return (
    <>
      <PaymentMethods customer={customer} isSandbox={organization.sandbox} />
      <CustomerDunning id={customer.external_id} />
    </>
  );
}

const OwnPayments = ({ id }: { id: string }) => (
  <>
    <Related
      title={msg`Payments`}
      permission="payments:view"
      call={{ path: '/customers/{external_customer_id}/payments', values: { external_customer_id: id } }}
      rowsOf={({ payments }) => payments}
      columns={paymentColumns}
      keyOf={byId}
    />
    <Related
      title={msg`Payment requests`}
      permission="payments:view"
      call={{ path: '/customers/{external_customer_id}/payment_requests', values: { external_customer_id: id } }}
      rowsOf={({ payment_requests: requests }) => requests}
      columns={paymentRequestColumns}
      keyOf={byId}
    />
  </>
);

/** The usage of the current period of one subscription, which the address names; else of the first one. */
function Usage({ id, requested }: { id: string; requested: string | undefined }) {
  const { t } = useLingui();
  const { change } = useAddress();
  const { may } = useMembership();
  const { data, error } = useRead(
    {
      path: '/customers/{external_customer_id}/subscriptions',
      values: { external_customer_id: id },
      query: { per_page: '100' },
    },
    { enabled: may('subscriptions:view') },
  );
  const subscriptions = data?.subscriptions ?? [];
  const chosen = requested ?? subscriptions[0]?.external_id;
  return (
    <Stack gap="sm">
      <CallError error={error} />
      {data && subscriptions.length === 0 ? <p className="empty">{t`No subscription is active.`}</p> : null}
      {subscriptions.length > 1 ? (
        <NativeSelect
          size="xs"
          maw="20rem"
          label={t`Subscription`}
          value={chosen ?? ''}
          data={subscriptions.map(({ external_id, name }) => ({ value: external_id, label: name || external_id }))}
          onChange={(event) => change({ subscription: event.currentTarget.value })}
        />
      ) : null}
      {chosen === undefined ? null : <CurrentUsage customer={id} subscription={chosen} />}
    </Stack>
  );
}
