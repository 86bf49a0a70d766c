import { answerOf, api, asOrganization } from '../../api/client.js';
import type { components } from '../../api/schema.js';

export type CatalogCopy = components['schemas']['CatalogCopy'];
type Sent = components['schemas']['CatalogCopyCreate'];

const kinds = ['taxes', 'billable_metrics', 'add_ons', 'features', 'plans', 'coupons'] as const;
type Kind = (typeof kinds)[number];

const perPage = 100;
/** More objects of a kind are more than one copy takes. */
const mostPages = 10;

type Listed = Record<string, unknown> & { meta: { next_page: number | null } };
/** Reads a page of any of these lists; the types of `kinds` hold its paths. */
const get = api.GET as unknown as (path: `/${Kind}`, options: object) => Promise<{ data?: Listed; response: Response }>;

async function allOf(organizationId: string, kind: Kind): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { page, per_page: perPage };
    const answer = await answerOf(get(`/${kind}`, { headers: asOrganization(organizationId), params: { query } }));
    all.push(...(answer[kind] as unknown[]));
    if (answer.meta.next_page === null) break;
  }
  return all;
}

/** Compares the catalog of an organization with that of another, and creates what the other lacks. @throws Refusal */
export async function copyCatalog(from: string, to: string, isDryRun: boolean): Promise<CatalogCopy> {
  const objects: Partial<Record<Kind, unknown[]>> = {};
  for (const kind of kinds) objects[kind] = await allOf(from, kind);
  const catalog_copy = { ...objects, dry_run: isDryRun } as Sent;
  const call = api.POST('/catalog_copies', { headers: asOrganization(to), body: { catalog_copy } });
  return (await answerOf(call)).catalog_copy;
}
