import { Injectable } from '@nestjs/common';
import { ClickHouse } from '@tollgate/platform';

/** An event that a search found. */
export interface FoundEvent {
  id: string;
  transaction_id: string;
  code: string;
}

/** Finds stored events by their transaction id. */
@Injectable()
export class EventSearch {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** The latest first; voided ones are not among them. @throws Unavailable when the store does not answer */
  async withTransactionId(organizationId: string, transactionId: string, most: number): Promise<FoundEvent[]> {
    return this.clickhouse.rows<FoundEvent>(
      `select toString(id) as id, transaction_id, code from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and transaction_id = {transaction:String}
       order by event.timestamp desc limit {most:UInt32}`,
      { organization: organizationId, transaction: transactionId, most },
    );
  }
}
