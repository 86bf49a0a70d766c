import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Logger, newId, outOfContext } from '@tollgate/platform';
import { dueDeliveries } from '../messages/webhook-messages.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { AttemptSlots } from './attempt-slots.js';
import {
  claimLanes,
  noteHung,
  pauseLane,
  releaseLane,
  renewLeases,
  resumeLane,
  untilNextLane,
  type ClaimedLane,
} from '../lanes/delivery-lanes.repository.js';
import { Lane, type LaneWork } from './lane.js';
import { WebhookAttemptsService } from './webhook-attempts.service.js';

const attemptsOfProcess = { quick: 64, slow: 512, organization: 16 };
const lanesAtOnce = 1_000;
const claimedAtOnce = 100;
/** A lane whose process died goes to another one after this. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
const lookEveryMs = 1_000;
const pauseAfterErrorMs = 5_000;

/**
 * Hands out the lanes that are due, one for each endpoint, to the processes that deliver. What is due stands in the
 * tables; being woken only makes it quick.
 */
@Injectable()
export class LaneDispatcher implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly holder = newId();
  private readonly slots = new AttemptSlots(attemptsOfProcess);
  private readonly lanes = new Map<string, Lane>();
  private readonly running = new Set<Promise<void>>();
  private readonly work: LaneWork;
  private loop = Promise.resolve();
  private renewal: NodeJS.Timeout | undefined;
  private stopping = false;
  private woken = false;
  private alarm: () => void = () => undefined;

  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly logger: Logger,
    attempts: WebhookAttemptsService,
  ) {
    const within = <T>(lane: ClaimedLane, change: (transaction: Parameters<typeof noteHung>[0]) => Promise<T>) =>
      database.tenant(lane.organization_id, change);
    this.work = {
      slots: this.slots,
      logger,
      due: (endpointId, organizationId, underWay, limit) =>
        database.tenant(organizationId, (transaction) =>
          dueDeliveries(transaction, organizationId, endpointId, underWay, limit),
        ),
      attempt: (delivery) => attempts.make(delivery),
      noteHung: (lane) => within(lane, (transaction) => noteHung(transaction, lane)),
      pause: (lane, pauseMs, reason) => within(lane, (transaction) => pauseLane(transaction, lane, pauseMs, reason)),
      resume: (lane) => within(lane, (transaction) => resumeLane(transaction, lane.endpoint_id)),
    };
  }

  onApplicationBootstrap(): void {
    this.loop = this.dispatch();
    this.renewal = setInterval(() => void this.renew(), renewEveryMs);
  }

  /** Attempts of these endpoints have become due. */
  wake(endpointIds: Iterable<string>): void {
    // A lane goes on with whatever is due, and not only for whom it was woken.
    outOfContext(() => {
      for (const id of endpointIds) this.lanes.get(id)?.more();
    });
    this.woken = true;
    this.alarm();
  }

  /** Begins nothing new; attempts under way get their time (`WebhookClient`). */
  onModuleDestroy(): void {
    this.stopping = true;
    this.lanes.forEach((lane) => lane.stop());
    this.alarm();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop;
    await Promise.all(this.running);
    clearInterval(this.renewal);
  }

  private async dispatch(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const waitMs = await this.claim().catch((error: unknown) => {
        this.logger.warn('no webhooks could be looked for', { error });
        return lookEveryMs;
      });
      if (!this.woken && !this.stopping) await this.rest(waitMs);
    }
  }

  /** Begins work on the lanes that are due. @returns how long to wait before looking again, in milliseconds */
  private async claim(): Promise<number> {
    const limit = Math.min(lanesAtOnce - this.lanes.size, claimedAtOnce);
    const { claimed, untilNext } = await this.database.everyTenant(async (transaction) => ({
      claimed: limit > 0 ? await claimLanes(transaction, this.holder, leaseMs, limit) : [],
      untilNext: await untilNextLane(transaction),
    }));
    for (const lane of claimed) this.begin(lane);
    if (claimed.length > 0 && claimed.length === limit) return 0;
    return Math.min(Math.max(untilNext ?? lookEveryMs, limit > 0 ? 0 : lookEveryMs), lookEveryMs);
  }

  private begin(claimed: ClaimedLane): void {
    const done = this.workOn(claimed).finally(() => this.running.delete(done));
    this.running.add(done);
  }

  private async workOn(claimed: ClaimedLane): Promise<void> {
    const { endpoint_id: endpointId, organization_id: organizationId } = claimed;
    const lane = new Lane(claimed, this.work);
    this.lanes.set(endpointId, lane);
    let notBeforeMs = 0;
    try {
      await lane.run();
    } catch (error) {
      if (!this.stopping) {
        notBeforeMs = pauseAfterErrorMs;
        this.logger.error('webhooks of an endpoint could not be worked on', {
          webhook_endpoint_id: endpointId,
          organization_id: organizationId,
          error,
        });
      }
    }
    // When it cannot be given back its lease runs out.
    const dueIn = await this.database
      .tenant(organizationId, (transaction) => releaseLane(transaction, this.holder, endpointId, notBeforeMs))
      .catch(() => null);
    if (this.lanes.get(endpointId) === lane) this.lanes.delete(endpointId);
    if (dueIn !== null && dueIn < lookEveryMs) this.wake([]);
  }

  private async renew(): Promise<void> {
    const held = [...this.lanes.keys()];
    if (held.length === 0) return;
    await this.database
      .everyTenant((transaction) => renewLeases(transaction, this.holder, held, leaseMs))
      .catch((error: unknown) => this.logger.warn('leases of webhook endpoints not renewed', { error }));
  }

  private async rest(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.alarm = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.alarm = () => undefined;
  }
}
