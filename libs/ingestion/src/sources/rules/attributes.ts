import type { Attributes, SourceInput } from './source-input.js';

/**
 * Finds the attribute at a path. Dots lead into objects and lists, and may be part of a name. A path may name several
 * attributes, separated by `|`: the first one that is there counts. Null counts as absent.
 * @returns undefined where none is there
 */
export function attributeOf({ scopes }: SourceInput, path: string): unknown {
  for (const one of path.split('|')) {
    const name = one.trim();
    for (const scope of scopes) {
      const found = valueAt(scope, name);
      if (found !== undefined && found !== null) return found;
    }
  }
  return undefined;
}

/**
 * Each place of a document is visited once: the names on the way to it say which part of the path is left. So the time
 * is bounded by the size of the document.
 */
function valueAt(value: unknown, path: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  const own = memberOf(value, path);
  if (own !== undefined) return own;
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const found = valueAt(memberOf(value, path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

const place = /^\d{1,4}$/;

/** A list has its elements only: its length is no attribute. */
function memberOf(value: object, name: string): unknown {
  if (Array.isArray(value) && !place.test(name)) return undefined;
  return Object.hasOwn(value, name) ? (value as Attributes)[name] : undefined;
}

/** An attribute as text; null for a list or an object. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
