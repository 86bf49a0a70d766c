import type { SchemaMigration } from '@tollgate/platform';

/**
 * Processes of release 0.1.0 needed three queues, which are in `queued_work` now, and a message about the payments that they
 * wrote. Release 0.2.0 states `announced` in each row, so the column stays.
 */
export const formerQueues: SchemaMigration = {
  name: '106_former_queues',
  sql: `
    drop table invoicing.billing_runs, invoicing.advance_queue, invoicing.threshold_checks;
    drop function invoicing.queue_billing_run(), invoicing.queue_advance_event(), invoicing.queue_threshold_check();
    drop trigger announce on invoicing.payments;
    drop function invoicing.announce_payment();`,
};
