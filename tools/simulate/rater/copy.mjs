// Copies the world, so that a preview's events can happen in the copy alone.
import { Rational } from './rational.mjs';

/** Copies a value and everything it refers to, each object once. Fractions are immutable, so copies share them. */
export function copied(value, done = new Map()) {
  if (value === null || typeof value !== 'object' || value instanceof Rational) return value;
  if (done.has(value)) return done.get(value);
  const copy = value instanceof Map ? new Map() : value instanceof Set ? new Set() : emptyOf(value);
  done.set(value, copy);
  if (value instanceof Map) for (const [key, one] of value) copy.set(copied(key, done), copied(one, done));
  else if (value instanceof Set) for (const one of value) copy.add(copied(one, done));
  else for (const key of Object.keys(value)) copy[key] = copied(value[key], done);
  return copy;
}

const emptyOf = (value) => (Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value)));
