import type { MetricView } from '@tollgate/catalog/reader';
import type { EventState } from '@tollgate/contracts';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { stateCondition } from './event-states.js';

/** Selects events; instants in Unix milliseconds, both inclusive. */
export interface EventSelection {
  code: string | undefined;
  externalSubscriptionId: string | undefined;
  /** Subscriptions of a customer; an empty list matches none. */
  externalSubscriptionIds: string[] | undefined;
  transactionId: string | undefined;
  from: number | undefined;
  to: number | undefined;
  /** The state, and the metrics by which it is judged; undefined for all events but voided ones. */
  state: { name: EventState; metrics: MetricView[] } | undefined;
}

/** A subscription's external id and a code. */
export type Subject = [externalSubscriptionId: string, code: string];

/** A selection, or the part of it that has the events of a page; instants in Unix microseconds. */
export interface Located extends EventSelection {
  subjects?: Subject[] | undefined;
  /** Exclusive. */
  after?: string | undefined;
  /** Inclusive. */
  upTo?: string | undefined;
  /** Only events behind this one, in the order in which the store keeps them. */
  behind?: EventPlace | undefined;
  /** Only events received by then, in Unix milliseconds, inclusive. */
  receivedUpTo?: number | undefined;
}

/** The place of an event in the order in which the store keeps those of an organization. */
export interface EventPlace {
  subscription: string;
  code: string;
  /** Unix microseconds. */
  timestamp: number;
  transaction: string;
}

/** Whether an index of the store finds the events of a selection. */
export const isIndexed = ({
  externalSubscriptionId,
  externalSubscriptionIds,
  transactionId,
}: EventSelection): boolean =>
  externalSubscriptionId !== undefined || externalSubscriptionIds !== undefined || transactionId !== undefined;

/**
 * The SQL conditions of a selection on the table `event`. Instants come first: few events pass them, so the store reads
 * the other columns of few.
 * @returns the condition on columns of the table's key, and that of the state, null without one
 */
export function conditionsOf(organizationId: string, selection: Located) {
  const conditions: string[] = [];
  const parameters: Record<string, unknown> = {};
  const add = (condition: string, name: string, value: unknown) => {
    conditions.push(condition);
    parameters[name] = value;
  };
  if (selection.from !== undefined)
    add(`event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, 'from', selection.from);
  if (selection.to !== undefined)
    add(`event.timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')`, 'to', selection.to);
  if (selection.after !== undefined)
    add(`event.timestamp > fromUnixTimestamp64Micro({after:Int64}, 'UTC')`, 'after', selection.after);
  if (selection.upTo !== undefined)
    add(`event.timestamp <= fromUnixTimestamp64Micro({upTo:Int64}, 'UTC')`, 'upTo', selection.upTo);
  add('organization_id = {organization:UUID}', 'organization', organizationId);
  if (selection.receivedUpTo !== undefined)
    add(`event.received_at <= fromUnixTimestamp64Milli({received:Int64}, 'UTC')`, 'received', selection.receivedUpTo);
  if (selection.behind !== undefined) {
    const { subscription, code, timestamp, transaction } = selection.behind;
    // The first condition lets the index begin there.
    add('external_subscription_id >= {behindSubscription:String}', 'behindSubscription', subscription);
    conditions.push(`(external_subscription_id, code, event.timestamp, transaction_id) > (
      {behindSubscription:String}, {behindCode:String}, fromUnixTimestamp64Micro({behindTimestamp:Int64}, 'UTC'),
      {behindTransaction:String})`);
    Object.assign(parameters, { behindCode: code, behindTimestamp: timestamp, behindTransaction: transaction });
  }
  if (selection.subjects !== undefined)
    add(
      `(external_subscription_id, code) in JSONExtract({subjects:String}, 'Array(Tuple(String, String))')`,
      'subjects',
      JSON.stringify(selection.subjects),
    );
  if (selection.externalSubscriptionId !== undefined)
    add('external_subscription_id = {subscription:String}', 'subscription', selection.externalSubscriptionId);
  if (selection.externalSubscriptionIds !== undefined)
    add(
      'external_subscription_id in {subscriptions:Array(String)}',
      'subscriptions',
      selection.externalSubscriptionIds,
    );
  if (selection.transactionId !== undefined)
    add('transaction_id = {transaction:String}', 'transaction', selection.transactionId);
  if (selection.code !== undefined) add('code = {code:String}', 'code', selection.code);
  const key = conditions.join(' and ');
  if (!selection.state) return { key, state: null, parameters };
  const ofState = new QueryParameters();
  const state = stateCondition(selection.state.name, selection.state.metrics, ofState);
  return { key, state, parameters: { ...parameters, ...ofState.values } };
}

/**
 * The source and condition of a selection. `final` leaves out voided events: these are the latest marked row of each.
 * Conditions on the key of the table hold for each row of an event, so they come before `final`, which then reads few.
 * @param database of the usage store
 */
export function sourceOf(database: string, organizationId: string, selection: Located) {
  const { key, state, parameters } = conditionsOf(organizationId, selection);
  const table = `${database}.events as event`;
  const from =
    selection.state?.name === 'voided'
      ? `(select * from ${table} where ${key} and is_deleted = 1
          limit 1 by external_subscription_id, code, event.timestamp, transaction_id) as event`
      : `${table} final prewhere ${key}`;
  return { from: state === null ? from : `${from} where ${state}`, parameters };
}
