// Form encoding with brackets, as Stripe reads it: `address[city]=Berlin`, `expand[0]=a` and `expand[]=a`.
import { invalid } from './errors.ts';

/** A parameter as it came: a text, or parameters below it. Lists have their positions as names. */
export type RawValue = string | RawFields;
export type RawFields = Map<string, RawValue>;

const maximumDepth = 10;
const maximumFields = 2000;

function pathOf(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match) throw invalid(`Invalid parameter name: ${key}`, { param: key });
  const path = [
    match[1] as string,
    ...[...(match[2] as string).matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? ''),
  ];
  if (path.length > maximumDepth) throw invalid(`Parameters are nested too deeply: ${key}`, { param: key });
  return path;
}

function place(fields: RawFields, path: string[], value: string, key: string): void {
  let current = fields;
  path.forEach((part, depth) => {
    // `a[]=x` appends.
    const name = part === '' ? String(current.size) : part;
    const found = current.get(name);
    if (depth === path.length - 1) {
      if (found !== undefined) throw invalid(`Parameter was sent twice: ${key}`, { param: key });
      current.set(name, value);
      return;
    }
    if (typeof found === 'string') throw invalid(`Invalid hash: ${key}`, { param: key });
    const next: RawFields = found ?? new Map<string, RawValue>();
    current.set(name, next);
    current = next;
  });
}

/** @returns the parameters of a query or body. @throws Failure if names contradict each other */
export function readForm(text: string): RawFields {
  const fields: RawFields = new Map();
  let count = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > maximumFields) throw invalid('The request has too many parameters');
    place(fields, pathOf(key), value, key);
  }
  return fields;
}

/** A text that is equal for equal parameters, in whatever order they came. */
export function canonical(value: RawValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const entries = [...value].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}
