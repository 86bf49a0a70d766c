import { Injectable } from '@nestjs/common';
import type { Event, EventChoice, RawInput, VoidedEvent } from '@tollgate/contracts';
import {
  ClickHouse,
  currentContext,
  isoSeconds,
  Logger,
  NotFound,
  Passes,
  Unavailable,
  ValidationFailed,
  type Tenant,
} from '@tollgate/platform';
import {
  acceptEvent,
  presentEvent,
  toMicroseconds,
  type ShownEvent,
} from '../../model/accepted-events/accepted-event.js';
import { EventsRepository } from '../events/events.repository.js';
import { EventsService } from '../events/events.service.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventLog } from '../log/event-log.js';
import { eventColumns, eventRow, voidedVersion } from '../../store/blocks/event-rows.js';
import { findVoids, insertVoids, listPendingVoids, markVoidsDone } from './voids.repository.js';
import type { VoidedEventsTable } from '../../model/tables/voids.tables.js';

const reconciledAtOnce = 1_000;
const reconcileAfterMs = 30_000;
/** A voided event has no countable or comparable values. */
const nothing = { valueText: null, value: null, operationType: 'add', texts: {} } as const;

/**
 * Voids a mistaken event for good. The database stores who did it and when; the usage store gets a row that replaces
 * the event, and other services get a message. The record comes first: the reconciler finishes an interrupted void.
 */
@Injectable()
export class VoidsService {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly clickhouse: ClickHouse,
    private readonly events: EventsRepository,
    private readonly sender: EventsService,
    private readonly log: EventLog,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  /** Idempotent. @throws NotFound, ValidationFailed when several events have the id, Unavailable */
  async void(tenant: Tenant, transactionId: string, choice: EventChoice): Promise<VoidedEvent> {
    const { organizationId } = tenant;
    const chosen = {
      externalSubscriptionId: choice.external_subscription_id,
      timestamp:
        choice.timestamp === undefined || choice.timestamp === null ? undefined : toMicroseconds(choice.timestamp),
    };
    const find = () => this.events.withTransactionId(organizationId, transactionId, chosen);
    await this.log.readable();
    let matches = await find();
    if (matches.length === 0) {
      const [before] = await this.database.tenant(organizationId, (transaction) =>
        findVoids(transaction, transactionId, chosen),
      );
      if (before) return present(await this.finish(before));
      // The event may be on its way from the log into the store.
      if (!(await this.log.holdsAll()))
        throw new Unavailable('events that were accepted are not in the usage store yet');
      matches = await find();
    }
    const [event] = matches;
    if (!event) throw new NotFound('event');
    refuseAmbiguous(matches);
    const [row] = await this.database.tenant(organizationId, (transaction) =>
      insertVoids(transaction, [
        {
          event_id: event.id,
          organization_id: organizationId,
          external_subscription_id: event.external_subscription_id,
          code: event.code,
          transaction_id: event.transaction_id,
          timestamp: String(event.timestamp),
          event,
          replacement: null,
          voided_at: new Date(),
          api_key_id: tenant.apiKeyId,
          request_id: currentContext()?.requestId ?? null,
        },
      ]),
    );
    return present(await this.finish(row as VoidedEventsTable));
  }

  /** Finishes interrupted voids; one that fails does not block the others. */
  async reconcile(): Promise<void> {
    const before = new Date(Date.now() - reconcileAfterMs);
    const pending = await this.database.everyTenant((transaction) =>
      listPendingVoids(transaction, before, reconciledAtOnce),
    );
    await this.passes.each(
      {
        name: 'usage-housekeeping',
        failure: 'a voided event is not out of the usage store yet',
        about: ({ organization_id, event_id }) => ({ organization_id, event_id }),
      },
      pending,
      (row) => this.finish(row),
    );
  }

  /**
   * Finishes voids of an organization: corrected events are sent first, so none is lost with the event that it replaces.
   * @returns the corrected events by the transaction ids of the voided ones
   * @throws ValidationFailed when a corrected event is no longer accepted, Unavailable
   */
  async finishAll(organizationId: string, rows: readonly VoidedEventsTable[]): Promise<Map<string, Event>> {
    const pending = rows.filter(({ done }) => !done);
    const replaced = pending.filter(({ replacement }) => replacement !== null);
    if (replaced.length > 0) {
      const sent = await this.sender.storeOnce(
        organizationId,
        replaced.map(({ replacement }) => replacement as RawInput),
      );
      if (sent.errors !== null) throw new ValidationFailed(sent.errors);
    }
    if (pending.length > 0) await this.remove(organizationId, pending);
    return new Map(rows.flatMap((row) => presentReplacement(row, organizationId)));
  }

  private async finish(row: VoidedEventsTable): Promise<VoidedEventsTable> {
    await this.finishAll(row.organization_id, [row]);
    return row;
  }

  /** Takes events out of usage, and publishes that for the other services. */
  private async remove(organizationId: string, rows: VoidedEventsTable[]): Promise<void> {
    await this.clickhouse.insert(
      'events',
      [...eventColumns, 'is_deleted'],
      rows.map((row) => {
        const event = { ...eventOf(row), organization_id: organizationId, precise_total_amount_cents: null };
        return [...eventRow(event, nothing, voidedVersion), 1];
      }),
    );
    const ids = rows.map(({ event_id }) => event_id);
    await this.database.tenant(organizationId, async (transaction) => {
      const marked = await markVoidsDone(transaction, ids);
      for (const row of rows.filter(({ event_id }) => marked.has(event_id))) {
        const { event_id, external_subscription_id, code, transaction_id, voided_at: voidedAt } = row;
        const payload = { event_id, external_subscription_id, code, transaction_id, timestamp: eventOf(row).timestamp };
        await transaction.append('event.voided', organizationId, payload, voidedAt.getTime());
      }
    });
    for (const { event_id, api_key_id } of rows)
      this.logger.info('event voided', { organization_id: organizationId, event_id, api_key_id });
  }
}

const eventOf = ({ event }: VoidedEventsTable): ShownEvent => event as ShownEvent;

const present = (row: VoidedEventsTable): VoidedEvent => ({
  ...presentEvent(eventOf(row)),
  voided_at: isoSeconds(row.voided_at.getTime()),
});

/** The corrected event of a void, by the transaction id of the voided one; nothing where it was voided alone. */
function presentReplacement(row: VoidedEventsTable, organizationId: string): [string, Event][] {
  if (row.replacement === null) return [];
  const accepted = acceptEvent(row.replacement as Record<string, unknown>, organizationId, row.voided_at.getTime());
  return 'errors' in accepted ? [] : [[row.transaction_id, presentEvent(accepted)]];
}

function refuseAmbiguous(matches: ShownEvent[]): void {
  if (matches.length < 2) return;
  const subscriptions = new Set(matches.map((event) => event.external_subscription_id));
  throw new ValidationFailed({
    [subscriptions.size > 1 ? 'external_subscription_id' : 'timestamp']: ['value_is_mandatory'],
  });
}
