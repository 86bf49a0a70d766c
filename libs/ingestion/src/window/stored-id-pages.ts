import type { ClickHouse } from '@tollgate/platform';
import { digestBytes, digestOfKey } from './id-digest.js';
import { windowKey } from './transaction-window.js';

const largestPage = 50_000;

type Place = [organization: string, subscription: string, code: string, timestamp: string, transaction: string];

interface PageRow {
  rows: string;
  digests: string;
  others: [organization: string, subscription: string, transaction: string][];
  last: Place;
}

// The engine digests ids that read in JSON as they are. The few others are read, and digested here.
const digest = `substring(SHA256(concat('["', toString(organization_id), '","', external_subscription_id, '","', transaction_id, '"]')), 1, ${digestBytes})`;
const readsAsItIs = `match(concat(external_subscription_id, transaction_id), '^[ !#-\\\\[\\\\]-~]*$')`;
const place = 'organization_id, external_subscription_id, code, timestamp, transaction_id';
// Parts of the table are left out by the first condition: the second does not say enough to its index.
const afterPlace = `
  and (organization_id > {organization:UUID} or organization_id = {organization:UUID} and external_subscription_id >= {subscription:String})
  and (${place}) > ({organization:UUID}, {subscription:String}, {code:String}, toDateTime64({timestamp:String}, 6, 'UTC'), {transaction:String})`;

/**
 * Digests of the ids of all stored events, voided ones too, one behind the other, page by page in the order of the table. An
 * event may come twice.
 * @param since only those that were received from then on, in Unix milliseconds
 */
export async function* storedIdPages(
  clickhouse: ClickHouse,
  since: number,
  idsOfPage = largestPage,
): AsyncIterable<Buffer> {
  for (let last: Place | undefined; ;) {
    const [organization, subscription, code, timestamp, transaction] = last ?? [];
    const [page] = await clickhouse.rows<PageRow>(
      `select count() as rows, base64Encode(arrayStringConcat(groupArrayIf(${digest}, plain))) as digests,
         groupArrayIf((toString(organization_id), external_subscription_id, transaction_id), not plain) as others,
         max((${place})) as last
       from (
         select ${place}, ${readsAsItIs} as plain from ${clickhouse.database}.events as event
         where event.received_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC') ${last ? afterPlace : ''}
         order by ${place} limit ${idsOfPage}
       )`,
      last ? { since, organization, subscription, code, timestamp, transaction } : { since },
    );
    if (!page || Number(page.rows) === 0) return;
    last = page.last;
    const others = page.others.map(([organization_id, external_subscription_id, transaction_id]) =>
      digestOfKey(windowKey({ organization_id, external_subscription_id, transaction_id })),
    );
    yield Buffer.concat([Buffer.from(page.digests, 'base64'), ...others]);
  }
}
