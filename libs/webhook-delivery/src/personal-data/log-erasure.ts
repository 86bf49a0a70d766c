import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import {
  Erasures,
  eraseTables,
  Clock,
  completeErasure,
  Passes,
  erasuresToComplete,
  clearAllInFlight,
  type ErasedStep,
  type Pass,
  type RunningErasure,
  type TenantTransaction,
} from '@tollgate/platform';
import { workIdOf } from '../partitions/delivery-partitions.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { objectsOf } from './customer-objects.js';
import { isAnyRecent } from './erasures.repository.js';

/** Erases webhooks and activities about a customer (customers, section 17). */
@Injectable()
export class LogErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
    private readonly passes: Passes,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve(
      'webhook-delivery',
      this.database,
      {
        webhooks: (transaction, erasure, reached) => deleteWebhooks(transaction, erasure, reached),
        activity_log: (transaction, erasure, reached) => blankActivities(transaction, erasure, reached),
        member_activities: (transaction, erasure, reached) => blankActor(transaction, erasure, reached),
      },
      () => this.complete(),
    );
  }

  /** Completes the erasures whose places are all done. @returns whether a recent one still runs */
  private async complete(): Promise<boolean> {
    const done = await this.database.everyTenant((transaction) => erasuresToComplete(transaction, completedAtOnce));
    await this.passes.each(completing, done, async (row) => {
      const { id, organization_id: organizationId, subject_id: customerId } = row;
      const now = await this.clock.now(organizationId);
      await this.database.tenant(organizationId, async (transaction) => {
        if (!(await completeErasure(transaction, id)) || row.subject_type !== 'customer') return;
        await transaction.append('customer.erased', customerId, { customer_id: customerId, erasure_id: id }, now);
      });
    });
    return this.database.everyTenant(isAnyRecent);
  }
}

const completedAtOnce = 500;
const completing: Pass<{ id: string; organization_id: string }> = {
  name: 'completed-erasures',
  failure: 'an erasure was not completed; it stays due',
  about: ({ id, organization_id }) => ({ organization_id, erasure_id: id }),
};

/** SQL for texts of JSON that name the customer: by our identifier, or by its own in the time that it had it. */
const naming = ({ subjectId: customerId, facts }: RunningErasure, text: RawBuilder<unknown>): RawBuilder<unknown> => {
  const external = JSON.stringify(facts.identifier);
  return sql`position(${customerId} in ${text}) > 0
    or own.created_at between ${new Date(facts.since)} and ${new Date(facts.until)}
      and (position(${external} in ${text}) > 0)`;
};

/** Deletes the webhooks about a customer with their attempts, unsent ones too. */
const deleteWebhooks = (
  transaction: TenantTransaction,
  erasure: RunningErasure,
  reached: string | null,
): Promise<ErasedStep> =>
  eraseTables(
    transaction,
    [
      {
        table: 'webhook_delivery.webhook_messages',
        matches: sql`own.object_id in (${objectsOf(transaction, erasure.subjectId)})
          or ${naming(erasure, sql`own.payload`)}`,
        // Test clocks wait for unsent webhooks.
        then: (ids) => clearAllInFlight(transaction, ids.map(workIdOf)),
      },
    ],
    reached,
  );

/** Activities retain their kind, object and time, and the member who made them; people of the customer are not named. */
const blanked = sql`activity_object = null, activity_object_changes = '{}', external_customer_id = null,
  user_email = case when portal_customer_id is null then user_email end`;

/** Blanks the objects of activities about a customer; then deletes their last versions. */
async function blankActivities(
  transaction: TenantTransaction,
  erasure: RunningErasure,
  reached: string | null,
): Promise<ErasedStep> {
  const step = await eraseTables(
    transaction,
    [
      {
        table: 'webhook_delivery.activity_logs',
        matches: sql`own.portal_customer_id = ${erasure.subjectId} and own.user_email is not null
          or (own.activity_object is not null or own.external_customer_id is not null) and (
          own.resource_id in (${objectsOf(transaction, erasure.subjectId)})
          or ${naming(erasure, sql`concat(own.activity_object::text, own.activity_object_changes::text)`)}
          or own.external_customer_id = ${erasure.facts.identifier}
            and own.created_at between ${new Date(erasure.facts.since)} and ${new Date(erasure.facts.until)})`,
        set: blanked,
      },
    ],
    reached,
  );
  if (step.next !== undefined) return step;
  const { numAffectedRows } = await sql`
    delete from webhook_delivery.told_objects
    where organization_id = ${transaction.organizationId} and (
      object_id in (${objectsOf(transaction, erasure.subjectId)})
      or position(${erasure.subjectId} in object::text) > 0)
  `.execute(transaction);
  return { rows: step.rows + Number(numAffectedRows ?? 0n) };
}

/** Blanks the address of a member in the activities that the person made. */
const blankActor = (
  transaction: TenantTransaction,
  { facts }: RunningErasure,
  reached: string | null,
): Promise<ErasedStep> =>
  eraseTables(
    transaction,
    [
      {
        table: 'webhook_delivery.activity_logs',
        matches: sql`own.user_email = ${facts.identifier}`,
        set: sql`user_email = null`,
      },
    ],
    reached,
  );
