import type { EventErrorType } from '@tollgate/contracts';
import type { Instant } from '@tollgate/platform';
import type { QueryParameters } from '../../model/usage-queries/query-parameters.js';

/** Selects faulty events; instants of reception in Unix milliseconds, both inclusive. */
export interface FaultySelection {
  from: Instant;
  to: Instant;
  error?: EventErrorType | undefined;
  code?: string | undefined;
  externalSubscriptionId?: string | undefined;
  transactionId?: string | undefined;
}

/** SQL of an instant. @param milliseconds SQL of its Unix milliseconds */
export const instantSql = (milliseconds: string): string => `fromUnixTimestamp64Milli(${milliseconds}, 'UTC')`;

/** The SQL condition of a selection without its errors, on the table `event`. */
export function receivedSql(
  organizationId: string,
  { from, to, code, externalSubscriptionId, transactionId }: FaultySelection,
  parameters: QueryParameters,
): string {
  const conditions = [
    `organization_id = ${parameters.add(organizationId, 'UUID')}`,
    `event.received_at >= ${instantSql(parameters.add(from, 'Int64'))}`,
    `event.received_at <= ${instantSql(parameters.add(to, 'Int64'))}`,
  ];
  const equal = [
    ['code', code],
    ['external_subscription_id', externalSubscriptionId],
    ['transaction_id', transactionId],
  ] as const;
  for (const [column, value] of equal)
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value, 'String')}`);
  return conditions.join(' and ');
}
