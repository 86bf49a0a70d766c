// Stripe's query language of searches: `status:'succeeded' AND metadata['order']:'7'`.
import { invalid } from './errors.ts';
import type { StripeObject } from './collection.ts';

interface Clause {
  isNegated: boolean;
  field: string;
  key: string | undefined;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  value: string;
}

const word = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\w.-]+)`;
const clausePattern = new RegExp(
  String.raw`^\s*(-?)([a-z_.]+)(?:\[['"]([^'"\]]+)['"]\])?\s*(:|~|>=|<=|>|<)\s*(?:${word})`,
);
const joinPattern = /^\s+(AND|OR)\s+/;
const maximumClauses = 10;

const refuse = (query: string) =>
  invalid(`We were unable to parse your search query: ${query}. See https://stripe.com/docs/search for the syntax.`, {
    param: 'query',
  });

/** The clauses of a query, and whether one of them suffices. @throws Failure if the query is not well-formed */
function parse(query: string, fields: string[]): { clauses: Clause[]; isOr: boolean } {
  const clauses: Clause[] = [];
  const joins = new Set<string>();
  let rest = query;
  for (;;) {
    const match = clausePattern.exec(rest);
    if (!match || clauses.length === maximumClauses) throw refuse(query);
    const [all, minus, field = '', key, operator, single, double, bare] = match;
    if (!fields.includes(field))
      throw invalid(`Field \`${field}\` is an unsupported search field for this resource.`, { param: 'query' });
    if ((field === 'metadata') !== (key !== undefined)) throw refuse(query);
    const value = (single ?? double ?? bare ?? '').replace(/\\(.)/g, '$1');
    clauses.push({ isNegated: minus === '-', field, key, operator: operator as Clause['operator'], value });
    rest = rest.slice(all.length);
    if (rest.trim() === '') break;
    const join = joinPattern.exec(rest);
    if (!join) throw refuse(query);
    joins.add(join[1] as string);
    rest = rest.slice(join[0].length);
  }
  if (joins.size > 1) throw invalid('You cannot combine AND and OR in one query.', { param: 'query' });
  return { clauses, isOr: joins.has('OR') };
}

function valueAt(object: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    object,
  );
}

function isMet({ isNegated, field, key, operator, value }: Clause, object: StripeObject): boolean {
  const found = valueAt(object, [...field.split('.'), ...(key === undefined ? [] : [key])]);
  if (value === 'null') return (found === null || found === undefined) !== isNegated;
  const compare = (): boolean => {
    if (found === null || found === undefined) return false;
    if (typeof found === 'number') {
      const bound = Number(value);
      if (operator === '>') return found > bound;
      if (operator === '<') return found < bound;
      if (operator === '>=') return found >= bound;
      if (operator === '<=') return found <= bound;
      return found === bound;
    }
    const text = String(found).toLowerCase();
    return operator === '~' ? text.includes(value.toLowerCase()) : text === value.toLowerCase();
  };
  return compare() !== isNegated;
}

/**
 * @param fields the fields that the query may name
 * @returns whether an object matches a query
 * @throws Failure if the query is not well-formed, or names another field
 */
export function matcherOf(query: string, fields: string[]): (object: StripeObject) => boolean {
  const { clauses, isOr } = parse(query, fields);
  return (object) =>
    isOr ? clauses.some((clause) => isMet(clause, object)) : clauses.every((clause) => isMet(clause, object));
}
