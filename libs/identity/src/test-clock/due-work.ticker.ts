import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs } from '@tollgate/platform';
import { DueWorkCoordinator } from './due-work.coordinator.js';
import { TestClockService } from './test-clock.service.js';

const everyMinute = 60_000;

/** The minute tick: what is due by the wall clock is done, once for the whole installation. */
@Injectable()
export class DueWorkTicker implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly coordinator: DueWorkCoordinator,
    private readonly clocks: TestClockService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('due-work-tick', () => this.tick(), 1);
    await this.jobs.every('due-work-tick', everyMinute, {});
  }

  private async tick(): Promise<void> {
    await this.coordinator.runWallClock(Date.now());
    await this.clocks.resumeAbandoned();
  }
}
