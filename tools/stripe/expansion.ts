// `expand`: ids in an answer are replaced by the objects that they name.
import type { Account } from './account.ts';
import { balanceOf } from './cash-balance.ts';
import { listLines } from './checkout.ts';
import { invalid } from './errors.ts';
import { page } from './lists.ts';

const maximumDepth = 4;

const refuse = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });

/** Lists that an answer contains only by request: refunds of a charge, lines of a session; and a cash balance. */
function included(account: Account, object: Record<string, unknown>, name: string): unknown {
  const id = object.id as string;
  if (object.object === 'charge' && name === 'refunds')
    return page(account.refunds, `/v1/charges/${id}/refunds`, { limit: 100 }, ({ charge }) => charge === id);
  if (object.object === 'checkout.session' && name === 'line_items') return listLines(account, { limit: 100 }, id);
  if (object.object === 'customer' && name === 'cash_balance') return balanceOf(account, id);
  return object[name];
}

function expandOne(
  account: Account,
  object: Record<string, unknown>,
  [name = '', ...rest]: string[],
  path: string,
): void {
  const value = object[name] ?? structuredClone(included(account, object, name));
  if (value === undefined) throw refuse(path);
  if (value === null) return;
  if (typeof value === 'string') {
    const found = account.lookUp(value);
    if (!found) throw refuse(path);
    const copy = structuredClone(found) as unknown as Record<string, unknown>;
    object[name] = copy;
    if (rest.length > 0) expandOne(account, copy, rest, path);
    return;
  }
  if (typeof value !== 'object') throw refuse(path);
  object[name] = value;
  const inner = Array.isArray(value) ? value : [value];
  if (rest.length === 0) return;
  for (const part of inner) expandOne(account, part as Record<string, unknown>, rest, path);
}

/** @returns a copy of an answer with its fields expanded. @throws Failure for a field that holds no id */
export function expanded(account: Account, answer: object, paths: string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > maximumDepth)
      throw invalid(`You cannot expand more than ${maximumDepth} levels (${path}).`, { param: 'expand' });
    expandOne(account, copy as Record<string, unknown>, parts, path);
  }
  return copy;
}
