import { Injectable } from '@nestjs/common';
import type { MonthToDate } from '@tollgate/contracts';
import { findDefaultBillingEntity } from '@tollgate/catalog/reader';
import { readInvoicedSpans, readReceivables } from '@tollgate/invoicing/reader';
import { readCollectedSpans } from '@tollgate/payment/reader';
import { Clock, isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { monthToDate, type DaysOfMonth } from '@tollgate/rating';
import { readPriceMovements } from '@tollgate/subscription/reader';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { currencyMonths } from './month-to-date.presenter.js';

/**
 * Compares the running month with the previous one to the same day, in days of the organization's zone. It takes a
 * statement for each of invoices, open amounts, payments and recurring revenue (customers, section 12.3).
 */
@Injectable()
export class MonthToDateService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
  ) {}

  async read(organizationId: string): Promise<MonthToDate> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const timezone = (await findDefaultBillingEntity(transaction))?.timezone ?? 'UTC';
      const { running, previous } = monthToDate(now, timezone);
      return {
        timezone,
        as_of: isoSeconds(now),
        first_day: running.firstDay,
        last_day: running.lastDay,
        from_datetime: new Date(running.from).toISOString(),
        to_datetime: lastInstantOf(running),
        previous_first_day: previous.firstDay,
        previous_last_day: previous.lastDay,
        previous_to_datetime: lastInstantOf(previous),
        currencies: currencyMonths(running.lastDay, await figuresOf(transaction, [running, previous], new Date(now))),
      };
    });
  }
}

const lastInstantOf = ({ end }: DaysOfMonth): string => new Date(end - 1).toISOString();

async function figuresOf(transaction: TenantTransaction, spans: [DaysOfMonth, DaysOfMonth], now: Date) {
  const [, previous] = spans;
  const before = new Date(previous.end);
  return {
    invoiced: await readInvoicedSpans(
      transaction,
      spans.map(({ firstDay, lastDay }) => ({ from: firstDay, to: lastDay })),
    ),
    collected: await readCollectedSpans(
      transaction,
      spans.map(({ from, end }) => ({ from: new Date(from), end: new Date(end) })),
    ),
    receivables: await readReceivables(transaction, spans[0].lastDay, { day: previous.lastDay, end: before }),
    prices: await readPriceMovements(transaction, { before, now }),
  };
}
