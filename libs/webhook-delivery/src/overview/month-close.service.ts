import { Injectable } from '@nestjs/common';
import {
  emailRoutes,
  eventErrorRoutes,
  paymentRoutes,
  type CloseCheck,
  type CloseCheckType,
  type MonthClose,
  type MonthCloseQuery,
} from '@tollgate/contracts';
import { findDefaultBillingEntity } from '@tollgate/catalog/reader';
import { readMailsToWatch } from '@tollgate/document/reader';
import { readInvoicesToClose, type InvoicesToClose } from '@tollgate/invoicing/reader';
import { readFailedPayments } from '@tollgate/payment/reader';
import { Clock, CommandBus, isoSeconds, Unavailable, type Rights, type TenantTransaction } from '@tollgate/platform';
import { centsNumber, daysOfMonth, monthToDate, type DaysOfMonth } from '@tollgate/rating';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';

/** A number of objects in one currency, or without amounts. */
interface Found {
  currency: string | null;
  count: number;
  amount_cents: bigint;
  oldest_at: Date;
}

/** Counts what prevents the close of a month: one statement for each service (customers, section 12.4). */
@Injectable()
export class MonthCloseService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @returns the checks whose objects the caller may view */
  async read(organizationId: string, { month: requested }: MonthCloseQuery, may: Rights): Promise<MonthClose> {
    const now = await this.clock.now(organizationId);
    const { timezone, days, checks } = await this.database.tenant(organizationId, async (transaction) => {
      const zone = (await findDefaultBillingEntity(transaction))?.timezone ?? 'UTC';
      const month = requested ?? monthToDate(now, zone).previous.firstDay.slice(0, 7);
      const span = daysOfMonth(month, zone);
      return { timezone: zone, days: span, checks: await checksOf(transaction, span, may) };
    });
    const errors = may(eventErrorRoutes.list) ? [await this.eventErrors(organizationId, days)] : [];
    const place = checks.findIndex(({ type }) => type === 'number_gaps') + 1;
    return {
      month: days.firstDay.slice(0, 7),
      timezone,
      as_of: isoSeconds(now),
      ended: now >= days.end,
      first_day: days.firstDay,
      last_day: days.lastDay,
      checks: checks.toSpliced(place, 0, ...errors),
    };
  }

  /** Errors of events as their list has them; without a number while the usage store does not answer. */
  private async eventErrors(organizationId: string, { from, end }: DaysOfMonth): Promise<CloseCheck> {
    const list = `/event_errors?${spanOf('from_date', 'to_date', from, end)}`;
    try {
      const request = { organization_id: organizationId, from, to: end - 1 };
      const { count } = await this.commands.send('ingestion', 'event_errors.count', request);
      return { ...check('event_errors', [], list), count };
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return { ...check('event_errors', [], list), count: null };
    }
  }
}

async function checksOf(transaction: TenantTransaction, days: DaysOfMonth, may: Rights): Promise<CloseCheck[]> {
  const span = { from: new Date(days.from), end: new Date(days.end) };
  const invoices = await readInvoicesToClose(transaction, { from: days.firstDay, to: days.lastDay });
  const of = (kind: InvoicesToClose['kind']) => invoices.filter((one) => one.kind === kind);
  const listOf = (status: string) =>
    `/invoices?status=${status}&issuing_date_from=${days.firstDay}&issuing_date_to=${days.lastDay}`;
  return [
    check('unbilled_work', of('unbilled'), null),
    check('draft_invoices', of('draft'), listOf('draft')),
    check('pending_invoices', of('pending'), listOf('pending')),
    check('failed_invoices', of('failed'), listOf('failed')),
    check('number_gaps', of('number_gap'), null),
    ...(may(paymentRoutes.list) ? [await failedPayments(transaction, days, span)] : []),
    ...(may(emailRoutes.list) ? await unsentMails(transaction, days, span) : []),
  ];
}

async function failedPayments(
  transaction: TenantTransaction,
  days: DaysOfMonth,
  span: { from: Date; end: Date },
): Promise<CloseCheck> {
  const found = await readFailedPayments(transaction, span);
  return check(
    'failed_payments',
    found.map((one) => ({ ...one, count: Number(one.count) })),
    `/payments?payment_status=failed&${spanOf('created_at_from', 'created_at_to', days.from, days.end)}`,
  );
}

async function unsentMails(
  transaction: TenantTransaction,
  days: DaysOfMonth,
  span: { from: Date; end: Date },
): Promise<CloseCheck[]> {
  const mails = (await readMailsToWatch(transaction, span)).map((one) => ({
    ...one,
    currency: null,
    amount_cents: 0n,
  }));
  const created = spanOf('created_at_from', 'created_at_to', days.from, days.end);
  return [
    check(
      'refused_emails',
      mails.filter(({ kind }) => kind === 'refused'),
      `/emails?status=refused&${created}`,
    ),
    check(
      'waiting_emails',
      mails.filter(({ kind }) => kind === 'waiting'),
      `/emails?status=queued&${created}`,
    ),
  ];
}

const spanOf = (fromName: string, toName: string, from: number, end: number): string =>
  new URLSearchParams({
    [fromName]: new Date(from).toISOString(),
    [toName]: new Date(end - 1).toISOString(),
  }).toString();

function check(type: CloseCheckType, found: Found[], list: string | null): CloseCheck {
  const oldest = found.map(({ oldest_at: at }) => at.getTime()).sort((one, other) => one - other)[0];
  return {
    type,
    count: found.reduce((sum, { count }) => sum + count, 0),
    oldest_at: oldest === undefined ? null : isoSeconds(oldest),
    amounts: found.flatMap(({ currency, amount_cents: cents }) =>
      currency === null ? [] : [{ currency, amount_cents: centsNumber(cents) }],
    ),
    list,
  };
}
