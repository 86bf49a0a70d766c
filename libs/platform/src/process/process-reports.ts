import { Injectable } from '@nestjs/common';
import type { Lag, ProcessReport } from '@tollgate/contracts';
import { CommandBus } from '../commands/command-bus.js';
import { Metrics } from '../observability/metrics.js';
import { Readiness } from './readiness.js';

const prefix = 'tollgate_';
/** Gauges in seconds that say how late the work of a process is. */
const lagGauges = [
  'tollgate_outbox_oldest_seconds',
  'tollgate_jobs_oldest_seconds',
  'tollgate_queue_oldest_seconds',
  'tollgate_due_work_oldest_seconds',
  'tollgate_webhook_oldest_due_seconds',
  'tollgate_events_unstored_oldest_seconds',
];
/** The latest ones; a process has some dozens. */
const mostLags = 100;

/** Says how this process is, for operators: each process of a cluster answers for itself. */
@Injectable()
export class ProcessReports {
  constructor(
    commands: CommandBus,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {
    commands.handleOtherwise('process.report', () => this.report());
  }

  async report(): Promise<ProcessReport> {
    const [{ ready, dependencies }, gauges] = await Promise.all([
      this.readiness.report(),
      this.metrics.gauges(lagGauges),
    ]);
    const lags = gauges.map(({ name, labels, value }): Lag => ({
      kind: name.slice(prefix.length),
      of: Object.values(labels).join(' '),
      seconds: Math.round(value * 10) / 10,
    }));
    return { ready, dependencies, lags: lags.sort((one, other) => other.seconds - one.seconds).slice(0, mostLags) };
  }
}
