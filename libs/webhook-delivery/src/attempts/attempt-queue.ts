import { Injectable } from '@nestjs/common';
import { currentContext, Jobs, jobWorkId, noteInFlight, type Transaction } from '@tollgate/platform';

const job = 'webhook-attempt';
const jobId = (messageId: string, attempt: number) => `${messageId}-${attempt}`;

/** The queue of attempts to deliver webhooks. An attempt is queued once, however often it is asked for. */
@Injectable()
export class AttemptQueue {
  constructor(private readonly jobs: Jobs) {}

  /**
   * Notes that a first attempt is in flight, in the transaction that stores its message: a test clock waits for it from
   * the very commit on, before it is queued.
   */
  async noteFirst(transaction: Transaction, organizationId: string, messageId: string): Promise<void> {
    await noteInFlight(transaction, organizationId, jobWorkId(job, jobId(messageId, 1)));
  }

  /** Queues an attempt. Retries happen in real time, so no test clock waits for them. */
  async add(organizationId: string, messageId: string, attempt: number, delayMs: number): Promise<void> {
    await this.jobs.add(job, payloadOf(organizationId, messageId, attempt), { id: jobId(messageId, attempt), delayMs, tracked: false });
  }

  /** Queues an attempt that is overdue, in case its job got lost or was given up. */
  async repair(organizationId: string, messageId: string, attempt: number): Promise<void> {
    await this.jobs.repair(job, payloadOf(organizationId, messageId, attempt), { id: jobId(messageId, attempt), tracked: false });
  }
}

const payloadOf = (organizationId: string, messageId: string, attempt: number) => ({
  organization_id: organizationId,
  request_id: currentContext()?.requestId ?? null,
  webhook_message_id: messageId,
  attempt,
});
