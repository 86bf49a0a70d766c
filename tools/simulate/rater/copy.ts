// Copies the world, so that a preview's events can happen in the copy alone.
import { Rational } from './rational.ts';

/** Copies a value and everything it refers to, each object once. Fractions are immutable, so copies share them. */
export const copied = <T>(value: T): T => copyOf(value, new Map()) as T;

function copyOf(value: unknown, done: Map<object, object>): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Rational) return value;
  const known = done.get(value);
  if (known) return known;
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    done.set(value, copy);
    for (const [key, one] of value) copy.set(copyOf(key, done), copyOf(one, done));
    return copy;
  }
  if (value instanceof Set) {
    const copy = new Set<unknown>();
    done.set(value, copy);
    for (const one of value) copy.add(copyOf(one, done));
    return copy;
  }
  const copy: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
  done.set(value, copy);
  for (const [key, one] of Object.entries(value)) Object.assign(copy, { [key]: copyOf(one, done) });
  return copy;
}
