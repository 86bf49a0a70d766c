import { Injectable } from '@nestjs/common';
import {
  daysOfOverview,
  eventErrorRoutes,
  invoiceRoutes,
  mostListedWebhooks,
  paymentRequestRoutes,
  paymentRoutes,
  webhookEndpointRoutes,
  webhookMessageRoutes,
  type OverviewItem,
  type OverviewType,
} from '@tollgate/contracts';
import { countEventErrors } from '@tollgate/ingestion/reader';
import { readInvoicesToWatch } from '@tollgate/invoicing/reader';
import { readPaymentsToWatch } from '@tollgate/payment/reader';
import { Clock, isoSeconds, type Instant, type Rights, type TenantTransaction } from '@tollgate/platform';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { countFailedWebhooks, countParkedItems, countPausedEndpoints } from './deliveries-to-watch.repository.js';

const dayMs = 86_400_000;

interface Figures {
  currency: string;
  count: bigint;
  amount_cents: bigint;
}

/** Counts what may need an eye, over all services: one statement for each of them. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
  ) {}

  /** @returns the items whose lists the caller may view */
  async read(organizationId: string, may: Rights): Promise<OverviewItem[]> {
    const now = await this.clock.now(organizationId);
    // In whole seconds, as the addresses of the lists name it.
    const since = (instant: number) => new Date(Math.floor(instant / 1000) * 1000 - daysOfOverview * dayMs);
    return this.database.tenant(organizationId, async (transaction) => [
      ...(may(invoiceRoutes.list) ? await invoiceItems(transaction) : []),
      ...(await paymentItems(transaction, since(now), may)),
      ...(may(eventErrorRoutes.list) ? [await eventErrorItem(transaction, now)] : []),
      // Webhooks have wall-clock times, in sandboxes too.
      ...(await deliveryItems(transaction, since(Date.now()), may)),
      item('parked_items', [], null, await countParkedItems(transaction)),
    ]);
  }
}

async function invoiceItems(transaction: TenantTransaction): Promise<OverviewItem[]> {
  const figures = await readInvoicesToWatch(transaction);
  const of = (state: string) => figures.filter((one) => one.state === state);
  return [
    item('draft_invoices', of('draft'), '/invoices?status=draft'),
    item('failed_invoices', of('failed'), '/invoices?status=failed'),
    item('pending_invoices', of('pending'), '/invoices?status=pending'),
    item('overdue_invoices', of('overdue'), '/invoices?payment_overdue=true'),
  ];
}

async function paymentItems(transaction: TenantTransaction, since: Date, may: Rights): Promise<OverviewItem[]> {
  const [payments, requests] = [may(paymentRoutes.list), may(paymentRequestRoutes.list)];
  if (!payments && !requests) return [];
  const figures = await readPaymentsToWatch(transaction, since);
  const of = (kind: string) => figures.filter((one) => one.kind === kind);
  const failed = `/payments?payment_status=failed&created_at_from=${isoSeconds(since)}`;
  return [
    ...(payments ? [item('failed_payments', of('failed_payment'), failed)] : []),
    ...(requests
      ? [item('pending_payment_requests', of('pending_request'), '/payment_requests?payment_status=pending')]
      : []),
  ];
}

/** Errors of the last day, as the check of each hour found them. */
async function eventErrorItem(transaction: TenantTransaction, now: Instant): Promise<OverviewItem> {
  const from = new Date(Math.floor(now / 1000) * 1000 - dayMs);
  const count = await countEventErrors(transaction, from, new Date(now));
  return item('event_errors', [], `/event_errors?from_date=${isoSeconds(from)}`, count);
}

async function deliveryItems(transaction: TenantTransaction, since: Date, may: Rights): Promise<OverviewItem[]> {
  const items: OverviewItem[] = [];
  if (may(webhookEndpointRoutes.list))
    items.push(item('paused_webhook_endpoints', [], '/webhook_endpoints', await countPausedEndpoints(transaction)));
  if (may(webhookMessageRoutes.list)) {
    const failed = await countFailedWebhooks(transaction, since, mostListedWebhooks);
    items.push(item('failed_webhooks', [], `/webhook_messages?status=failed&from_date=${isoSeconds(since)}`, failed));
  }
  return items;
}

const item = (
  type: OverviewType,
  figures: Figures[],
  list: string | null,
  count = figures.reduce((sum, one) => sum + Number(one.count), 0),
): OverviewItem => ({
  type,
  count,
  amounts: figures.map(({ currency, amount_cents: cents }) => ({ currency, amount_cents: Number(cents) })),
  list,
});
