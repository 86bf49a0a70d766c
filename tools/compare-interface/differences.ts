// Calls, fields, types and values that one interface lacks of another.
import { type Field, type Fields, type OpenApiDocument, operationsOf } from './fields.ts';

/** Types that also accept other types. */
const wider: Record<string, string[]> = { integer: ['integer', 'number'], number: ['number'] };
const holds = (types: Set<string>, type: string): boolean => (wider[type] ?? [type]).some((one) => types.has(one));

/** Types and values that one side sends and the other does not accept. An unstated side accepts anything. */
function mismatch(sent: Field, accepted: Field): string[] {
  const problems: string[] = [];
  if (accepted.types.size > 0) {
    const types = [...sent.types].filter((type) => !holds(accepted.types, type));
    if (types.length > 0) problems.push(`is ${types.sort().join(' or ')}`);
  }
  const { values: acceptedValues } = accepted;
  if (acceptedValues) {
    const values = [...(sent.values ?? [])].filter((value) => !acceptedValues.has(value));
    if (values.length > 0) problems.push(`is also ${values.sort().join(', ')}`);
  }
  return problems;
}

/** The enclosing paths of a path, the longest first: `a.b[]`, `a.b`, `a`. */
const outerPaths = (path: string): string[] =>
  [...path.matchAll(/\.|\[\]/g)].map(({ index }) => path.slice(0, index)).reverse();

/** The place of a missing field: its innermost missing parent, or the open object that would hold it. */
function absence(fields: Fields, path: string): string {
  const outer = outerPaths(path);
  const depth = outer.findIndex((one) => fields.has(one));
  if (depth < 0) return `${outer.at(-1) ?? path}: missing`;
  const home = outer[depth] ?? path;
  const isOpen = ![...fields.keys()].some((one) => one.startsWith(`${home}.`) || one.startsWith(`${home}[`));
  if (isOpen) return `${home}: is not described`;
  return `${depth === 0 ? path : outer[depth - 1]}: missing`;
}

const roots = (fields: Fields): string[] => [...new Set([...fields.keys()].map((path) => path.replace(/[.[].*/s, '')))];

/** The single field that wraps all others, if the other side has them unwrapped. */
function wrapperBesides(expected: Fields, actual: Fields): string | null {
  const [root, ...others] = roots(actual);
  return root !== undefined && others.length === 0 && expected.size > 0 && !expected.has(root) ? root : null;
}

/**
 * Differences that clients of `reference` see in `served`. They send what the reference states, so the service must
 * accept it. The service sends what it states, so the reference must allow it. Additions of the service are no
 * difference.
 * @returns lines such as `POST /customers: body customer.name: missing`
 */
export function differencesOf(reference: OpenApiDocument, served: OpenApiDocument): string[] {
  const has = operationsOf(served);
  const lines = new Set<string>();
  for (const [call, expected] of operationsOf(reference)) {
    const actual = has.get(call);
    if (!actual) {
      lines.add(`${call}: missing`);
      continue;
    }
    for (const part of ['query', 'body', 'answer'] as const) {
      const wrapper = wrapperBesides(expected[part], actual[part]);
      if (wrapper) {
        lines.add(`${call}: ${part}: is inside ${wrapper}`);
        continue;
      }
      for (const [path, field] of expected[part]) {
        const actualField = actual[part].get(path);
        if (!actualField) lines.add(`${call}: ${part} ${absence(actual[part], path)}`);
        else
          for (const what of part === 'answer' ? mismatch(actualField, field) : mismatch(field, actualField))
            lines.add(`${call}: ${part} ${path}: ${what}`);
      }
    }
  }
  return [...lines];
}

/** Whether a line matches a pattern, in which `*` matches anything. */
export const matches = (pattern: string, line: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(line);
