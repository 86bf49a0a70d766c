import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ChangeLog, Config, Logger } from '@tollgate/platform';

const numberEveryMs = 2_000;
const expireEveryMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Keeps the feed of changes small: gives positions to changes that no reader has requested, and deletes old entries. Any number
 * of processes may do so at once.
 */
@Injectable()
export class ChangeKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private expiredAt = 0;

  constructor(
    private readonly log: ChangeLog,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private plan(): void {
    this.timer = setTimeout(() => {
      this.running = this.keep().finally(() => {
        if (!this.isStopped) this.plan();
      });
    }, numberEveryMs).unref();
  }

  private async keep(): Promise<void> {
    try {
      await this.log.numberAll();
      if (Date.now() - this.expiredAt < expireEveryMs) return;
      this.expiredAt = Date.now();
      await this.log.expire(new Date(Date.now() - this.config.changeRetentionDays * dayMs));
    } catch (error) {
      if (!this.isStopped)
        this.logger.warn('the feed of changes was not numbered and cleared; trying again', { error });
    }
  }
}
