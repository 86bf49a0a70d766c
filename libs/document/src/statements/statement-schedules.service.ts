import { Injectable } from '@nestjs/common';
import { readCustomerStatement } from '@tollgate/invoicing/reader';
import { Jobs, type Instant, type TenantTransaction } from '@tollgate/platform';
import {
  customerIdsOfIssuer,
  readCustomerViews,
  readEmbeddedCustomers,
  type CustomerView,
} from '@tollgate/subscription/reader';
import { DocumentDatabase } from '../document.database.js';
import { insertMails, queueMail } from '../issued-documents/mails.repository.js';
import { readRecipientsOf } from '../issued-documents/recipients.reader.js';
import { follow, following, type ScheduleState } from './schedule.rules.js';
import { insertSchedules, lockSchedules, storeSchedules, type ScheduleRow } from './schedules.repository.js';
import { StatementsService, summaryOf } from './statements.service.js';

const customersAtOnce = 500;

/** The days of a customer's statement. */
export interface StatementDays {
  from: string;
  to: string;
}

/** Keeps the schedules of customers, and sends their statements (docs/concepts/statements.md). */
@Injectable()
export class StatementSchedules {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly statements: StatementsService,
    private readonly jobs: Jobs,
  ) {}

  /** Follows changed settings of customers. @param now when they changed, in the organization's time */
  async followCustomers(transaction: TenantTransaction, customerIds: string[], now: Instant): Promise<void> {
    const known = await lockSchedules(transaction, customerIds);
    const views = await readCustomerViews(transaction, customerIds);
    const fresh = customerIds.filter((id) => !known.has(id) && isScheduled(views.get(id)));
    const affected = [...known.keys(), ...fresh];
    if (affected.length === 0) return;
    await insertSchedules(transaction, fresh);
    // The lock comes before the settings: a concurrent change waits, and follows later ones.
    const rows = await lockSchedules(transaction, affected);
    const current = await readCustomerViews(transaction, affected);
    const states = affected.flatMap((id) => {
      const state = follow(stateOf(rows.get(id)), settingsOf(current.get(id)), now);
      return state ? [[id, state] as const] : [];
    });
    await storeSchedules(transaction, new Map(states));
  }

  /** Follows changed settings of an issuer: all its customers, in sets. */
  async followIssuer(organizationId: string, issuerId: string, now: Instant): Promise<void> {
    for (let last: string | null = null; ;) {
      const ids: string[] = await this.database.tenant(organizationId, async (transaction) => {
        const found = await customersAfter(transaction, issuerId, last);
        await this.followCustomers(transaction, found, now);
        return found;
      });
      if (ids.length < customersAtOnce) return;
      last = ids.at(-1) ?? null;
    }
  }

  /**
   * Sends the due statement of a customer, once: the mail and the next period are one transaction.
   * @param until Unix ms
   * @returns false if nothing was due
   * @throws ValidationFailed for an account above the bounds of statements
   */
  async sendDue(organizationId: string, customerId: string, until: Instant): Promise<boolean> {
    const mails: string[] = [];
    const done = await this.database.tenant(organizationId, async (transaction) => {
      const due = await this.lockDue(transaction, customerId, until);
      if (!due) return false;
      const { state, customer } = due;
      const days = { from: state.from_date, to: state.to_date };
      mails.push(...(await this.send(transaction, customer, days, until)));
      await storeSchedules(transaction, new Map([[customerId, following(state, customer.timezone)]]));
      return true;
    });
    for (const id of mails) await queueMail(this.jobs, organizationId, id);
    return done;
  }

  /** Leaves out the due statement of a customer that cannot be made. @returns its days; null if nothing was due */
  async skipDue(transaction: TenantTransaction, customerId: string, until: Instant): Promise<StatementDays | null> {
    const due = await this.lockDue(transaction, customerId, until);
    if (!due) return null;
    await storeSchedules(transaction, new Map([[customerId, following(due.state, due.customer.timezone)]]));
    return { from: due.state.from_date, to: due.state.to_date };
  }

  /** Sends a statement that was left out. */
  async sendSkipped(organizationId: string, customerId: string, days: StatementDays, now: Instant): Promise<void> {
    const mails = await this.database.tenant(organizationId, async (transaction) => {
      const customer = (await readCustomerViews(transaction, [customerId])).get(customerId);
      return customer && !customer.deleted ? this.send(transaction, customer, days, now) : [];
    });
    for (const id of mails) await queueMail(this.jobs, organizationId, id);
  }

  /** Locks a due schedule by the customer's settings of now: their message may still be on its way. */
  private async lockDue(
    transaction: TenantTransaction,
    customerId: string,
    until: Instant,
  ): Promise<{ state: ScheduleState; customer: CustomerView } | null> {
    const row = (await lockSchedules(transaction, [customerId])).get(customerId);
    if (row?.next_at == null || row.next_at.getTime() > until) return null;
    const customer = (await readCustomerViews(transaction, [customerId])).get(customerId);
    const state = follow(stateOf(row), settingsOf(customer), until);
    if (!state) return null;
    await storeSchedules(transaction, new Map([[customerId, state]]));
    if (!customer || state.next_at === null || state.next_at.getTime() > until) return null;
    return { state, customer };
  }

  /** Issues a statement with entries or open invoices, and mails it. @returns the mails to queue */
  private async send(
    transaction: TenantTransaction,
    { id, currency }: CustomerView,
    { from, to }: StatementDays,
    now: Instant,
  ): Promise<string[]> {
    if (currency === null) return [];
    const days = { from_date: from, to_date: to };
    const { statement } = await readCustomerStatement(transaction, { id }, days, now);
    if (statement.entries.length === 0 && statement.open_items.length === 0) return [];
    const embedded = (await readEmbeddedCustomers(transaction, [id])).get(id);
    if (!embedded) return [];
    const issued = await this.statements.store(transaction, statement, embedded, now);
    const payload = { statement_id: issued.id, customer_statement: summaryOf(statement), file: issued.file };
    await transaction.append('customer_statement.generated', id, payload, now);
    if (!issued.issuer.email) return [];
    const recipients = await readRecipientsOf(transaction, id, issued.customer.email);
    if (recipients.length === 0) return [];
    return insertMails(transaction, [
      { kind: 'statement', subjectId: issued.id, recipients: { to: recipients, cc: [], bcc: [] } },
    ]);
  }
}

const isScheduled = (customer: CustomerView | undefined): boolean => settingsOf(customer).schedule !== 'off';

const settingsOf = (customer: CustomerView | undefined) => ({
  schedule: !customer || customer.deleted ? ('off' as const) : customer.statementSchedule,
  timezone: customer?.timezone ?? 'UTC',
});

/** The state of a row; undefined for a new one. */
function stateOf(row: ScheduleRow | undefined): ScheduleState | undefined {
  if (!row || row.from_date === null || row.to_date === null) return undefined;
  return { schedule: row.schedule, from_date: row.from_date, to_date: row.to_date, next_at: row.next_at };
}

async function customersAfter(
  transaction: TenantTransaction,
  issuerId: string,
  last: string | null,
): Promise<string[]> {
  let query = customerIdsOfIssuer(transaction, issuerId).where('deleted_at', 'is', null);
  if (last !== null) query = query.where('id', '>', last);
  const rows = await query.orderBy('id').limit(customersAtOnce).execute();
  return rows.map(({ id }) => id);
}
