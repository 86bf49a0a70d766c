import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../frame/membership.js';

/** The addresses of pages, by the kind of their record. */
export const recordRoutes = {
  customer: '/$organization/customers/$id',
  subscription: '/$organization/subscriptions/$id',
  invoice: '/$organization/invoices/$id',
  creditNote: '/$organization/credit-notes/$id',
  payment: '/$organization/payments/$id',
  paymentRequest: '/$organization/payment-requests/$id',
  wallet: '/$organization/wallets/$id',
  plan: '/$organization/catalog/plans/$id',
  planMigration: '/$organization/catalog/plan-migrations/$id',
  priceTest: '/$organization/catalog/price-tests/$id',
  metric: '/$organization/catalog/metrics/$id',
  feature: '/$organization/catalog/features/$id',
  addOn: '/$organization/catalog/add-ons/$id',
  coupon: '/$organization/catalog/coupons/$id',
  tax: '/$organization/catalog/taxes/$id',
  event: '/$organization/developers/events/$id',
  eventSource: '/$organization/developers/event-sources/$id',
  eventBackfill: '/$organization/developers/event-backfills/$id',
  webhookEndpoint: '/$organization/developers/webhooks/$id',
  webhookMessage: '/$organization/developers/webhook-messages/$id',
  apiLog: '/$organization/developers/api-logs/$id',
  activity: '/$organization/developers/activity/$id',
  bulkAct: '/$organization/bulk-acts/$id',
  dataExport: '/$organization/developers/exports/$id',
  exportSchedule: '/$organization/developers/export-schedules/$id',
  billingEntity: '/$organization/settings/billing-entities/$id',
  invoiceSection: '/$organization/settings/invoice-sections/$id',
  dunningCampaign: '/$organization/settings/dunning-campaigns/$id',
  paymentProvider: '/$organization/settings/payment-providers/$id',
  taxProvider: '/$organization/settings/tax-engines/$id',
  accountingProvider: '/$organization/settings/accounting/$id',
} as const;
/** A kind of record that has a page. */
export type RecordKind = keyof typeof recordRoutes;

/** Leads to the page of a record. */
export function RecordLink({
  kind,
  id,
  search = {},
  children,
}: {
  kind: RecordKind;
  id: string;
  search?: Record<string, string>;
  children: ReactNode;
}) {
  const { path } = useMembership();
  return (
    <Link
      to={recordRoutes[kind]}
      params={{ organization: path, id }}
      search={search}
      className="record-link"
      dir="auto"
    >
      {children}
    </Link>
  );
}
