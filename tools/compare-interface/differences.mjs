// What one interface lacks of another: of calls, fields, types and values.
import { operationsOf } from './fields.mjs';

/** What takes a type takes these too. */
const wider = { integer: ['integer', 'number'], number: ['number'] };
const holds = (types, type) => (wider[type] ?? [type]).some((one) => types.has(one));

/** Types and values that one side sends and the other does not know. Where nothing is said, anything will do. */
function mismatch(sent, taken) {
  const found = [];
  if (taken.types.size > 0) {
    const types = [...sent.types].filter((type) => !holds(taken.types, type));
    if (types.length > 0) found.push(`is ${types.sort().join(' or ')}`);
  }
  if (taken.values) {
    const values = sent.values ? [...sent.values].filter((value) => !taken.values.has(value)) : [];
    if (values.length > 0) found.push(`is also ${values.sort().join(', ')}`);
  }
  return found;
}

/** The paths that lead to one, the longest first: `a.b[]`, `a.b`, `a`. */
const outerPaths = (path) => [...path.matchAll(/\.|\[\]/g)].map(({ index }) => path.slice(0, index)).reverse();

/** Where a field should be that is not there: the innermost one that is missing, or the open object that it would be in. */
function absence(fields, path) {
  const outer = outerPaths(path);
  const there = outer.findIndex((one) => fields.has(one));
  if (there < 0) return `${outer.at(-1) ?? path}: missing`;
  const home = outer[there];
  const isOpen = ![...fields.keys()].some((one) => one.startsWith(`${home}.`) || one.startsWith(`${home}[`));
  if (isOpen) return `${home}: is not described`;
  return `${there === 0 ? path : outer[there - 1]}: missing`;
}

const roots = (fields) => [...new Set([...fields.keys()].map((path) => path.split(/\.|\[/)[0]))];

/** The one field that has all others in it, where the other side has them bare. */
function wrapperBesides(wanted, found) {
  const [root, ...others] = roots(found);
  return root !== undefined && others.length === 0 && wanted.size > 0 && !wanted.has(root) ? root : null;
}

/**
 * What clients of `reference` do not find in `served`. They send what the reference states: the service must take it. The
 * service answers what it states: that must be what the reference says. What the service has besides is no difference.
 * @returns lines such as `POST /customers: body customer.name: missing`
 */
export function differencesOf(reference, served) {
  const has = operationsOf(served);
  const lines = new Set();
  for (const [call, wanted] of operationsOf(reference)) {
    const found = has.get(call);
    if (!found) {
      lines.add(`${call}: missing`);
      continue;
    }
    for (const part of ['query', 'body', 'answer']) {
      const wrapper = wrapperBesides(wanted[part], found[part]);
      if (wrapper) {
        lines.add(`${call}: ${part}: is inside ${wrapper}`);
        continue;
      }
      for (const [path, field] of wanted[part]) {
        const own = found[part].get(path);
        if (!own) lines.add(`${call}: ${part} ${absence(found[part], path)}`);
        else
          for (const what of part === 'answer' ? mismatch(own, field) : mismatch(field, own))
            lines.add(`${call}: ${part} ${path}: ${what}`);
      }
    }
  }
  return [...lines];
}

/** Whether a line is one of a pattern, in which `*` stands for anything. */
export const matches = (pattern, line) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(line);
