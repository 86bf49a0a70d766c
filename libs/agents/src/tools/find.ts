import { searchRoutes, type SearchedType } from '@tollgate/contracts';
import { named, tool } from './tool.js';

/** Kinds whose pages in the console have their id in the address; the others have their code. */
const byId: ReadonlySet<SearchedType> = new Set(['invoice', 'credit_note', 'payment', 'wallet']);

/** `find`: objects by any text. */
export const find = tool({
  name: 'find',
  title: 'Find customers, invoices and other objects',
  description:
    'Finds customers, subscriptions, invoices, credit notes, payments, wallets, plans, metrics, coupons and events by an ' +
    'identifier, a number, a code or a part of a name. Start here when you have a name: other tools need `code` or `id`.',
  input: { query: named('An identifier, a number, a code or a part of a name') },
  calls: [searchRoutes.search],
  answer: async ({ query }, { calls, pages }) => {
    const { results, complete } = await calls.make(searchRoutes.search, { query: { q: query } });
    const found = results.map(({ type, svc_id: id, code, name, status, external_customer_id: customer, exact }) => ({
      type,
      id,
      code,
      name,
      status,
      customer,
      exact,
      page: pages.of(type, byId.has(type) ? id : code),
    }));
    return { found, complete };
  },
});
