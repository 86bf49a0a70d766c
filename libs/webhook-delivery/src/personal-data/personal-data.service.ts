import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { mostDisclosed, type ActivityLog, type PersonalData } from '@tollgate/contracts';
import { readEmailsOfCustomer } from '@tollgate/document/reader';
import {
  newestCreditNoteIds,
  newestInvoiceIds,
  readCreditNoteWebhookResources,
  readInvoiceResources,
} from '@tollgate/invoicing/reader';
import { readPaymentsOfCustomer } from '@tollgate/payment/reader';
import { Clock, Config, isoSeconds, NotFound, toClientName, type TenantTransaction } from '@tollgate/platform';
import {
  findErasableCustomer,
  newestSubscriptionIds,
  readCustomerResource,
  readOwnExternalSubscriptionIds,
  readPeopleOfCustomer,
  readSubscriptionResources,
} from '@tollgate/subscription/reader';
import { newestTransactionIds, readTransactionWebhookResource, readWalletsOfCustomer } from '@tollgate/wallet/reader';
import { presentActivity } from '../activity-logs/activity-log.presenter.js';
import type { ActivityLogRow } from '../activity-logs/activity-logs.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { objectsOf } from './customer-objects.js';

/** One more than an answer shows, so that a longer list is known. */
const read = mostDisclosed + 1;
type Lists = Omit<PersonalData, 'created_at' | 'customer' | 'incomplete' | 'links'>;

/** Discloses what is stored about a customer (customers, section 17). */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @param name an external id, or the identifier of a live or deleted customer @throws NotFound */
  async read(organizationId: string, name: string): Promise<PersonalData> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const found = await findErasableCustomer(transaction, name);
      if (!found) throw new NotFound('customer');
      const { id } = found;
      const lists: Lists = {
        portal_people: await readPeopleOfCustomer(transaction, id, read),
        subscriptions: await readSubscriptionResources(
          transaction,
          await newestSubscriptionIds(transaction, id, read),
          now,
        ),
        wallets: await readWalletsOfCustomer(transaction, id, read, now),
        wallet_transactions: await transactionsOf(transaction, id),
        invoices: await inOrder(await newestInvoiceIds(transaction, id, read), (ids) =>
          readInvoiceResources(transaction, ids),
        ),
        credit_notes: await inOrder(await newestCreditNoteIds(transaction, id, read), (ids) =>
          readCreditNoteWebhookResources(transaction, ids),
        ),
        payments: await readPaymentsOfCustomer(transaction, id, read),
        emails: await readEmailsOfCustomer(transaction, id, read),
        activity_logs: await activitiesOf(transaction, id),
      };
      return {
        created_at: isoSeconds(Date.now()),
        customer: await readCustomerResource(transaction, id),
        ...(Object.fromEntries(
          Object.entries(lists).map(([list, objects]) => [list, objects.slice(0, mostDisclosed)]),
        ) as unknown as Lists),
        incomplete: Object.keys(lists).filter((list) => lists[list as keyof Lists].length > mostDisclosed),
        links: this.linksOf(id, await readOwnExternalSubscriptionIds(transaction, id), found.externalId),
      };
    });
  }

  private linksOf(id: string, subscriptions: string[], externalId: string): PersonalData['links'] {
    const base = '/api/v1';
    const object = toClientName('svc_object_id', this.config.identifierPrefix);
    return {
      events: subscriptions
        .slice(0, mostDisclosed)
        .map((name) => `${base}/events?external_subscription_id=${encodeURIComponent(name)}`),
      api_logs: `${base}/api_logs?request_paths[]=${encodeURIComponent(`*${externalId}*`)}`,
      webhook_messages: `${base}/webhook_messages?${object}=${id}`,
    };
  }
}

/** Objects in the order of their ids. */
async function inOrder<T>(ids: string[], readAll: (ids: string[]) => Promise<Map<string, T>>): Promise<T[]> {
  if (ids.length === 0) return [];
  const objects = await readAll(ids);
  return ids.flatMap((id) => objects.get(id) ?? []);
}

/** The transactions of a customer's wallets; they are read together. */
async function transactionsOf(
  transaction: TenantTransaction,
  customerId: string,
): Promise<PersonalData['wallet_transactions']> {
  const ids = await newestTransactionIds(transaction, customerId, read);
  const found = await Promise.all(ids.map((id) => readTransactionWebhookResource(transaction, id)));
  return found.map(({ wallet: _, ...shown }) => shown);
}

/** The entries of the activity log about a customer and what it has, the latest first. */
async function activitiesOf(transaction: TenantTransaction, customerId: string): Promise<ActivityLog[]> {
  const { rows } = await sql<ActivityLogRow>`
    select * from webhook_delivery.activity_logs
    where organization_id = ${transaction.organizationId} and resource_id in (${objectsOf(transaction, customerId)})
    order by logged_at desc, id desc limit ${read}
  `.execute(transaction);
  return rows.map(presentActivity);
}
