import { Injectable } from '@nestjs/common';
import { eventBounds, isStorableText, type FieldErrors } from '@tollgate/contracts';
import { CommandBus } from '@tollgate/platform';
import { EventsService } from '../../intake/events/events.service.js';
import { storeEach, type StoredEach } from '../../intake/events/store-each.js';
import { Subscribers } from '../../intake/subscribers/subscribers.js';
import { StoredIds } from '../../intake/window/stored-ids.js';
import { windowKey, type EventKey } from '../../intake/window/transaction-window.js';
import type { BackfillRow } from '../records/backfills.repository.js';
import { refusedRow, type RowAccount } from './row-accounts.js';
import type { MadeOfRows, RowEvent } from './row-events.js';

type Terms = Pick<BackfillRow, 'organization_id' | 'dry_run' | 'invoiced_period_events' | 'event_source_id'>;

/** Events that go on, and the account so far. */
interface Judged {
  events: RowEvent[];
  account: RowAccount;
}

/** Takes the events of rows, as calls of their senders would, or judges them alone (metering, section 2.10). */
@Injectable()
export class RowIntake {
  constructor(
    private readonly events: EventsService,
    private readonly subscribers: Subscribers,
    private readonly storedIds: StoredIds,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Unavailable when a part of the installation is; a part of the events may be stored then */
  async take(terms: Terms, { events, refusals, ignored }: MadeOfRows): Promise<RowAccount> {
    const account: RowAccount = {
      taken: 0,
      repeated: 0,
      ignored,
      refused: refusals.map((refusal) => refusedRow(refusal, 'refused')),
    };
    const judged: Judged = { events, account };
    if (terms.event_source_id !== null) await this.address(terms, judged);
    await this.leaveOutStored(terms, judged);
    if (terms.invoiced_period_events === 'refuse') await this.refuseInvoiced(terms, judged);
    await this.store(terms, judged);
    return account;
  }

  /** Rules may name a customer in place of its subscription. */
  private async address({ organization_id: organizationId }: Terms, judged: Judged): Promise<void> {
    const found = await this.subscribers.bySubject(organizationId, [...new Set(judged.events.map(subscriptionOf))]);
    judged.events = judged.events.flatMap((one) => {
      const subscription = found.get(subscriptionOf(one));
      if (!subscription) return [one];
      if ('externalId' in subscription)
        return [{ ...one, event: { ...one.event, external_subscription_id: subscription.externalId } }];
      judged.account.refused.push(refused(one, { external_subscription_id: [subscription.reason] }));
      return [];
    });
  }

  /**
   * The window of transaction ids does not reach as far back as these events may: the store itself decides. Of two events
   * with one id among them, the first one counts.
   */
  private async leaveOutStored({ organization_id: organizationId }: Terms, judged: Judged): Promise<void> {
    const isNamed = (one: RowEvent) => subscriptionOf(one) !== '' && storable(one.event['transaction_id']) !== '';
    const keyOf = (one: RowEvent): EventKey => ({
      organization_id: organizationId,
      external_subscription_id: subscriptionOf(one),
      transaction_id: String(one.event['transaction_id']),
    });
    const seen = new Set(await this.storedIds.known(judged.events.filter(isNamed).map(keyOf)));
    judged.events = judged.events.filter((one) => {
      if (!isNamed(one)) return true;
      const key = windowKey(keyOf(one));
      if (seen.has(key)) judged.account.repeated += 1;
      return !seen.has(key) && seen.add(key);
    });
  }

  private async refuseInvoiced({ organization_id: organizationId }: Terms, judged: Judged): Promise<void> {
    const dated = judged.events.flatMap((one) => {
      const at = millisecondsOf(one.event['timestamp']);
      return at === null || subscriptionOf(one) === '' ? [] : [{ one, at }];
    });
    if (dated.length === 0) return;
    const { places } = await this.commands.send('invoicing', 'usage.invoiced_among', {
      organization_id: organizationId,
      usage: dated.map(({ one, at }) => ({ external_subscription_id: subscriptionOf(one), at })),
    });
    const invoiced = new Set(places.flatMap((place) => dated[place]?.one ?? []));
    for (const one of invoiced)
      judged.account.refused.push(
        refusedRow({ ...one, errors: { timestamp: ['period_is_invoiced'] } }, 'refused_invoiced'),
      );
    judged.events = judged.events.filter((one) => !invoiced.has(one));
  }

  private async store({ organization_id: organizationId, dry_run: isDry }: Terms, { events, account }: Judged) {
    const stored: StoredEach = { taken: 0, repeated: 0, errors: new Map() };
    const raw = events.map(({ event }) => event);
    await storeEach(
      async (batch) =>
        isDry
          ? { errors: await this.events.check(organizationId, batch), added: batch.length }
          : this.events.storeOnce(organizationId, batch),
      raw,
      stored,
    );
    account.taken += stored.taken;
    account.repeated += stored.repeated;
    for (const [place, errors] of stored.errors) account.refused.push(refused(events[place] as RowEvent, errors));
  }
}

const refused = (one: RowEvent, errors: FieldErrors) => refusedRow({ ...one, errors }, 'refused');

const subscriptionOf = ({ event }: RowEvent): string => storable(event['external_subscription_id']);

/** A name as text; empty for one that no stored event has, which the intake refuses. */
const storable = (name: unknown): string => {
  const text = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  return text.length <= eventBounds.text && isStorableText(text) ? text : '';
};

const unixSeconds = /^\d{1,11}(\.\d+)?$/;

/** Unix milliseconds of a timestamp; null for none or another value, which the intake judges. */
const millisecondsOf = (timestamp: unknown): number | null => {
  const text = String(timestamp);
  return unixSeconds.test(text) ? Math.floor(Number(text) * 1000) : null;
};
