import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DuePhase, ServiceName } from '@tollgate/contracts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const longestMeasurementMs = 3_000;

/** Prometheus metrics of this process (`/metrics`). */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly httpRequests = new Histogram({
    name: 'tollgate_http_request_seconds',
    help: 'Time to answer calls',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly eventsAccepted = new Counter({
    name: 'tollgate_events_accepted_total',
    help: 'Usage events accepted',
    registers: [this.registry],
  });
  readonly sourceEvents = new Counter({
    name: 'tollgate_source_events_total',
    help: 'Usage events from event sources, by kind of source and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });
  readonly sourceTopics = new Gauge({
    name: 'tollgate_source_topics',
    help: 'Topics of Kafka that event sources read in this process, by state',
    labelNames: ['state'],
    registers: [this.registry],
  });
  readonly sourceTopicLag = new Gauge({
    name: 'tollgate_source_topic_lag_messages',
    help: 'Messages of topics of event sources that this process has still to read',
    registers: [this.registry],
  });
  readonly eventIdLookups = new Counter({
    name: 'tollgate_event_ids_asked_total',
    help: 'Transaction ids that were searched in the usage store, as the window does not have them',
    registers: [this.registry],
  });
  readonly eventsReadable = new Histogram({
    name: 'tollgate_events_readable_seconds',
    help: 'Time from the answer for usage events until they are in the usage store, by group of events',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [this.registry],
  });
  readonly eventsUnstored = new Gauge({
    name: 'tollgate_events_unstored',
    help: 'Usage events that are in the journal and not in the usage store',
    registers: [this.registry],
  });
  readonly eventsUnstoredOldest = new Gauge({
    name: 'tollgate_events_unstored_oldest_seconds',
    help: 'Age of the oldest usage event that is in the journal and not in the usage store',
    registers: [this.registry],
  });
  readonly journalBytes = new Gauge({
    name: 'tollgate_journal_bytes',
    help: 'Bytes of the journal of usage events',
    registers: [this.registry],
  });
  readonly journalSegments = new Gauge({
    name: 'tollgate_journal_segments',
    help: 'Files of the journal of usage events',
    registers: [this.registry],
  });
  readonly journalDamaged = new Counter({
    name: 'tollgate_journal_damaged_bytes_total',
    help: 'Bytes of the journal of usage events that could not be read',
    registers: [this.registry],
  });
  readonly messagesHandled = new Counter({
    name: 'tollgate_messages_handled_total',
    help: 'Messages handled, by type, consumer and outcome',
    labelNames: ['type', 'consumer', 'outcome'],
    registers: [this.registry],
  });
  readonly outboxWaiting = new Gauge({
    name: 'tollgate_outbox_waiting',
    help: 'Messages written and not yet published, by service',
    labelNames: ['service'],
    registers: [this.registry],
  });
  readonly outboxOldest = new Gauge({
    name: 'tollgate_outbox_oldest_seconds',
    help: 'Age of the oldest message that is written and not yet published, by service',
    labelNames: ['service'],
    registers: [this.registry],
  });
  readonly consumerLag = new Gauge({
    name: 'tollgate_consumer_lag',
    help: 'Messages behind the one being handled, by consumer, topic and partition, as of the last batch',
    labelNames: ['consumer', 'topic', 'partition'],
    registers: [this.registry],
  });
  readonly jobsDone = new Counter({
    name: 'tollgate_jobs_total',
    help: 'Jobs, by name and outcome',
    labelNames: ['job', 'outcome'],
    registers: [this.registry],
  });
  readonly passFailures = new Counter({
    name: 'tollgate_pass_failures_total',
    help: 'Items and steps of passes that failed and stay due, by pass',
    labelNames: ['pass'],
    registers: [this.registry],
  });
  readonly jobsPending = new Gauge({
    name: 'tollgate_jobs_pending',
    help: 'Jobs of organizations that wait or run, by name',
    labelNames: ['job'],
    registers: [this.registry],
  });
  readonly jobsOldest = new Gauge({
    name: 'tollgate_jobs_oldest_seconds',
    help: 'Age of the oldest job that waits or runs, by name',
    labelNames: ['job'],
    registers: [this.registry],
  });
  readonly invoicesCreated = new Counter({
    name: 'tollgate_invoices_created_total',
    help: 'Invoices created, by invoicing reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly webhookAttempts = new Counter({
    name: 'tollgate_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly usageRollupsMade = new Counter({
    name: 'tollgate_usage_rollups_total',
    help: 'Rollups of usage made, of hours, days and runs of days',
    labelNames: ['length'],
    registers: [this.registry],
  });

  readonly queueWaiting = new Gauge({
    name: 'tollgate_queue_waiting',
    help: 'Queued work that is not done yet, by queue',
    labelNames: ['queue'],
    registers: [this.registry],
  });
  readonly queueOldest = new Gauge({
    name: 'tollgate_queue_oldest_seconds',
    help: 'How long the oldest work has been waiting, by queue',
    labelNames: ['queue'],
    registers: [this.registry],
  });
  readonly dueWorkOldest = new Gauge({
    name: 'tollgate_due_work_oldest_seconds',
    help: 'How long the oldest work that is due by the wall clock has been due, by service and phase',
    labelNames: ['service', 'phase'],
    registers: [this.registry],
  });

  readonly parked = new Gauge({
    name: 'tollgate_parked',
    help: 'Things set aside because they could not be dealt with, by service and kind',
    labelNames: ['service', 'kind'],
    registers: [this.registry],
  });
  readonly parkedOldest = new Gauge({
    name: 'tollgate_parked_oldest_seconds',
    help: 'Age of the oldest thing set aside, by service and kind',
    labelNames: ['service', 'kind'],
    registers: [this.registry],
  });

  private readonly measurements: (() => void | Promise<void>)[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Records an answered call. */
  observeCall({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    // A stream lasts for minutes, however soon it began.
    if (String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')) return;
    const { statusCode: status, elapsedTime } = reply;
    this.httpRequests.observe({ method, route: routeOptions.url ?? 'unknown', status }, elapsedTime / 1000);
  }

  /** Records the oldest due work of a phase; undefined: none. @param now Unix milliseconds */
  recordDueWork(service: ServiceName, phase: DuePhase, oldest: Date | undefined, now: number): void {
    this.dueWorkOldest.set({ service, phase }, oldest === undefined ? 0 : Math.max(now - oldest.getTime(), 0) / 1000);
  }

  /** Adds a measurement that runs on every scrape. */
  onScrape(measure: () => void | Promise<void>): void {
    this.measurements.push(measure);
  }

  /**
   * Renders all metrics as text. A failed or late measurement keeps its last value. So an unavailable database does not
   * hide the metrics that report it.
   */
  async text(): Promise<string> {
    await this.measure();
    return this.registry.metrics();
  }

  /** The values of gauges after a measurement, with their labels. @param names those that the process lacks are left out */
  async gauges(names: readonly string[]): Promise<{ name: string; labels: Record<string, string>; value: number }[]> {
    await this.measure();
    const found = names.map(async (name) => {
      const { values = [] } = (await this.registry.getSingleMetric(name)?.get()) ?? {};
      return values.map(({ labels, value }) => ({ name, labels: labels as Record<string, string>, value }));
    });
    return (await Promise.all(found)).flat();
  }

  private async measure(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, longestMeasurementMs)));
    await Promise.race([Promise.allSettled(this.measurements.map((measure) => Promise.resolve().then(measure))), late]);
    clearTimeout(timer);
  }
}
