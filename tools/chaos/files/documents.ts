// Invoices of one organization, and the files of their documents in a store.
import { createHash } from 'node:crypto';
import type { Api } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import type { Service } from '@tollgate/harness/standalone';
import { newSeller, putCustomer, sell } from '../seller.ts';

/** Sells one add-on a number of times. @returns the ids of the invoices */
export async function sellMany(api: Api, invoices: number): Promise<string[]> {
  const ids: string[] = [];
  for (let sold = 0; sold < invoices; sold++)
    ids.push((await sell(api, 'c', { fees: [{ add_on_code: 'setup', name: `Setup ${sold}` }] })).svc_id);
  return ids;
}

/** Creates an organization that sells to one customer. @returns its id, and calls with its key */
export async function organizationOf(service: Service): Promise<{ api: Api; id: string }> {
  const organization = await newSeller(service, { name: 'Files' });
  await putCustomer(organization.api, 'c');
  return organization;
}

/** @returns the signed address of an invoice's file */
export const addressOf = async (api: Api, id: string): Promise<string> =>
  (await api.ok<{ invoice: { file_url: string } }>('POST', `/api/v1/invoices/${id}/download`)).invoice.file_url;

/** Downloads a file. @returns the status, and the hash of the bytes */
export async function download({ baseUrl }: Service, address: string): Promise<{ status: number; sha256: string }> {
  const { pathname, search } = new URL(address);
  const answer = await fetch(`${baseUrl}${pathname}${search}`, { signal: AbortSignal.timeout(60_000) });
  const sha256 = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
  if (answer.ok) equal('the tag', answer.headers.get('etag'), `"${sha256}"`);
  return { status: answer.status, sha256 };
}

/**
 * Every invoice has exactly one object, whose name carries the hash of the downloaded bytes.
 * @param names those of all objects of the organization
 * @throws Error with the first difference
 */
export async function compare(service: Service, api: Api, ids: string[], names: string[]): Promise<void> {
  equal('the number of objects', names.length, ids.length);
  for (const id of ids) {
    const { status, sha256 } = await download(service, await addressOf(api, id));
    equal(`the status of ${id}`, status, 200);
    equal(`objects with the bytes of ${id}`, names.filter((name) => name.includes(sha256)).length, 1);
  }
}
