import { Injectable } from '@nestjs/common';
import { ClickHouse, isChanging, type ErasedStep, type RunningErasure } from '@tollgate/platform';
import { apiLogTable } from './api-log-table.js';

/** Replicas write their entries within half a second; one that the store refuses for a while follows later. */
const writtenAfterMs = 5_000;

/** Deletes the entries of the log of calls that name an erased customer or member (customers, section 17). */
@Injectable()
export class ApiLogErasure {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Counts the entries, requests their deletion, and waits for it. A repeated request deletes nothing more. */
  async step(erasure: RunningErasure, reached: string | null): Promise<ErasedStep | null> {
    if (Date.now() < erasure.facts.requested_at + writtenAfterMs) return null;
    const table = `${this.clickhouse.database}.${apiLogTable}`;
    const parameters = parametersOf(erasure);
    if (reached === null) {
      const [counted] = await this.clickhouse.rows<{ calls: string }>(
        `select count() as calls from ${table} where ${naming}`,
        parameters,
      );
      const calls = Number(counted?.calls ?? 0);
      return { rows: calls, ...(calls > 0 ? { next: 'delete' } : {}) };
    }
    if (reached === 'delete') {
      await this.clickhouse.command(
        `alter table ${table} delete where '${erasure.id}' != '' and ${naming}`,
        parameters,
      );
      return { rows: 0, next: 'wait' };
    }
    return (await isChanging(this.clickhouse, apiLogTable, erasure.id)) ? null : { rows: 0 };
  }
}

/** Calls that name the customer by our identifier, or by its own in the time that it had it. */
const naming = `organization_id = {organization:UUID} and (
    position(request_path, {customer:String}) > 0 or position(request_body, {customer:String}) > 0
    or position(request_response, {customer:String}) > 0
    or created_at between fromUnixTimestamp64Milli({since:Int64}) and fromUnixTimestamp64Milli({until:Int64}) and (
      position(request_body, {external:String}) > 0 or position(request_response, {external:String}) > 0
      or has(splitByRegexp('[/?&=]', request_path), {part:String}) or has(splitByRegexp('[/?&=]', request_path), {encoded:String})))`;

const parametersOf = ({ organizationId, subjectId: customerId, facts }: RunningErasure): Record<string, unknown> => ({
  organization: organizationId,
  customer: customerId,
  since: facts.since,
  until: facts.until,
  external: JSON.stringify(facts.identifier),
  part: facts.identifier,
  encoded: encodeURIComponent(facts.identifier),
});
