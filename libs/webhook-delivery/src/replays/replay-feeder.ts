import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger, outOfContext, Passes } from '@tollgate/platform';
import { PartitionDispatcher } from '../attempts/partition-dispatcher.js';
import { openPartitions } from '../partitions/delivery-partitions.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { feedReplay, lockReplayToFeed, recordFed, replaysToFeed } from './webhook-replays.repository.js';

const feedEveryMs = 1_000;
/** Replayed webhooks that wait at an endpoint; with the pace above, also the most that it gets in a second. */
const mostQueued = 200;
const replaysAtOnce = 50;

/**
 * Queues the webhooks of running replays bit by bit, so that a hundred thousand of them never stand before others.
 * Tables hold what is left: any process continues the replay of a dead one.
 */
@Injectable()
export class ReplayFeeder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private feeding: Promise<void> | undefined;

  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly dispatcher: PartitionDispatcher,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), feedEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.feeding;
  }

  /** Feeds running replays now, unless that is under way. */
  wake(): void {
    this.feeding ??= outOfContext(() => this.feedAll())
      .catch((error: unknown) => this.logger.warn('failed webhooks could not be queued again', { error }))
      .finally(() => {
        this.feeding = undefined;
      });
  }

  private async feedAll(): Promise<void> {
    const running = await this.database.everyTenant((transaction) =>
      replaysToFeed(transaction, feedEveryMs, replaysAtOnce),
    );
    await this.passes.each(
      {
        name: 'webhook-replays',
        failure: 'a replay of webhooks could not queue any',
        about: ({ id, organization_id }) => ({ organization_id, webhook_replay_id: id }),
      },
      running,
      ({ id, organization_id }) => this.feed(organization_id, id),
    );
  }

  private async feed(organizationId: string, id: string): Promise<void> {
    const endpointIds = await this.database.tenant(organizationId, async (transaction) => {
      const replay = await lockReplayToFeed(transaction, id, feedEveryMs);
      if (!replay) return [];
      const queued = await feedReplay(transaction, replay, mostQueued);
      const owners = [...new Set(queued)].sort();
      await openPartitions(transaction, owners);
      await recordFed(transaction, replay, queued.length);
      return owners;
    });
    if (endpointIds.length > 0) this.dispatcher.wake(endpointIds);
  }
}
