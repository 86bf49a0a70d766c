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

// The engine digests ids that JSON leaves unescaped. This process reads and digests the few others.
const digest = `substring(SHA256(concat('["', toString(organization_id), '","', external_subscription_id, '","', transaction_id, '"]')), 1, ${digestBytes})`;
const readsAsItIs = `match(concat(external_subscription_id, transaction_id), '^[ !#-\\\\[\\\\]-~]*$')`;
const place = 'organization_id, external_subscription_id, code, timestamp, transaction_id';
// The first condition lets the engine skip parts of the table; its index cannot use the second one.
const afterPlace = `
  and (organization_id > {organization:UUID} or organization_id = {organization:UUID} and external_subscription_id >= {subscription:String})
  and (${place}) > ({organization:UUID}, {subscription:String}, {code:String}, toDateTime64({timestamp:String}, 6, 'UTC'), {transaction:String})`;

/**
 * Digests of the ids of all stored events, voided ones included, concatenated, page by page in table order. An event
 * may appear twice.
 * @param since lower bound of the reception time, in Unix milliseconds
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
