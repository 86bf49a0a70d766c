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
import { countCheckedErrors } from '@tollgate/ingestion/reader';
import { readInvoicesToWatch } from '@tollgate/invoicing/reader';
import { readPaymentsToWatch } from '@tollgate/payment/reader';
import {
  Clock,
  CommandBus,
  isoSeconds,
  Unavailable,
  type Instant,
  type Rights,
  type TenantTransaction,
} from '@tollgate/platform';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { countFailedWebhooks, countParkedItems, countPausedEndpoints } from './deliveries-to-watch.repository.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Figures {
  currency: string;
  count: bigint;
  amount_cents: bigint;
  oldest_at: Date;
}

/** Counts what may need an eye, over all services: one statement for each of them. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @returns the items whose lists the caller may view */
  async read(organizationId: string, may: Rights): Promise<OverviewItem[]> {
    const now = await this.clock.now(organizationId);
    const errors = may(eventErrorRoutes.list) ? await this.eventErrors(organizationId, now) : undefined;
    const items = await this.database.tenant(organizationId, async (transaction) => [
      ...(may(invoiceRoutes.list) ? await invoiceItems(transaction) : []),
      ...(await paymentItems(transaction, daysBefore(now, daysOfOverview), may)),
      ...(errors ? [errors] : []),
      // Webhooks have wall-clock times, in sandboxes too.
      ...(await deliveryItems(transaction, daysBefore(Date.now(), daysOfOverview), may)),
      item('parked_items', [], null, await countParkedItems(transaction)),
    ]);
    return items.map((one) => ({ as_of: isoSeconds(now), ...one }));
  }

  /** Errors of yesterday and today, as their list has them; while it cannot be read, as the checks of each hour found. */
  private async eventErrors(organizationId: string, now: Instant): Promise<Item> {
    const from = daysBefore(now, 1);
    const list = `/event_errors?from_date=${dayOf(from)}`;
    try {
      const request = { organization_id: organizationId, from: from.getTime() };
      const { count } = await this.commands.send('ingestion', 'event_errors.count', request);
      return item('event_errors', [], list, count);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const checked = await this.database.tenant(organizationId, (transaction) =>
        countCheckedErrors(transaction, from),
      );
      const asOf = checked.lastHour && isoSeconds(checked.lastHour.getTime() + hourMs);
      return { ...item('event_errors', [], list, checked.count), as_of: asOf };
    }
  }
}

type Item = Omit<OverviewItem, 'as_of'> & Partial<Pick<OverviewItem, 'as_of'>>;

/** The beginning of the UTC day some days before an instant: lists have whole days. */
const daysBefore = (instant: Instant, days: number): Date => new Date((Math.floor(instant / dayMs) - days) * dayMs);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function invoiceItems(transaction: TenantTransaction): Promise<Item[]> {
  const figures = await readInvoicesToWatch(transaction);
  const of = (state: string) => figures.filter((one) => one.state === state);
  return [
    item('draft_invoices', of('draft'), '/invoices?status=draft'),
    item('failed_invoices', of('failed'), '/invoices?status=failed'),
    item('pending_invoices', of('pending'), '/invoices?status=pending'),
    item('overdue_invoices', of('overdue'), '/invoices?state=overdue'),
  ];
}

async function paymentItems(transaction: TenantTransaction, since: Date, may: Rights): Promise<Item[]> {
  const [payments, requests] = [may(paymentRoutes.list), may(paymentRequestRoutes.list)];
  if (!payments && !requests) return [];
  const figures = await readPaymentsToWatch(transaction, since);
  const of = (kind: string) => figures.filter((one) => one.kind === kind);
  const failed = `/payments?payment_status=failed&created_at_from=${dayOf(since)}`;
  return [
    ...(payments ? [item('failed_payments', of('failed_payment'), failed)] : []),
    ...(requests
      ? [item('pending_payment_requests', of('pending_request'), '/payment_requests?payment_status=pending')]
      : []),
  ];
}

async function deliveryItems(transaction: TenantTransaction, since: Date, may: Rights): Promise<Item[]> {
  const items: Item[] = [];
  if (may(webhookEndpointRoutes.list))
    items.push(
      item('paused_webhook_endpoints', [], '/webhook_endpoints?paused=true', await countPausedEndpoints(transaction)),
    );
  if (may(webhookMessageRoutes.list)) {
    const failed = await countFailedWebhooks(transaction, since, mostListedWebhooks);
    const list = `/webhook_messages?status=failed&from_date=${dayOf(since)}`;
    items.push(item('failed_webhooks', [], list, failed.count, failed.oldest_at));
  }
  return items;
}

const item = (
  type: OverviewType,
  figures: Figures[],
  list: string | null,
  count = figures.reduce((sum, one) => sum + Number(one.count), 0),
  oldest = oldestOf(figures),
): Item => ({
  type,
  count,
  oldest_at: oldest && isoSeconds(oldest),
  amounts: figures.map(({ currency, amount_cents: cents }) => ({ currency, amount_cents: Number(cents) })),
  list,
});

const oldestOf = (figures: Figures[]): Date | null =>
  figures.reduce<Date | null>((oldest, { oldest_at: at }) => (oldest === null || at < oldest ? at : oldest), null);
