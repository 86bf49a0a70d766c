import { errorOf, type TollgateError } from './errors.js';
import { retryAfterOf, temporaryStatuses } from './waits.js';

/** The meaning of an answer for a batch of events. */
export type Verdict =
  | { kind: 'stored' }
  /** These events, by their place in the batch, are out of it: refused with their reasons, or stored before (null). */
  | { kind: 'named'; places: Map<number, unknown> }
  /** The service refuses all of them, and names none. */
  | { kind: 'refused'; details: unknown }
  | { kind: 'too_large' }
  | { kind: 'later'; afterMs: number; error: TollgateError }
  /** No repetition helps, such as for a wrong key. */
  | { kind: 'hopeless'; error: TollgateError };

const isUnprocessable = 422;
const isTooLarge = 413;
const firstServerError = 500;

/** Reads the answer to a batch (metering, section 2.2). @param count the number of its events */
export async function verdictOf(answer: Response, count: number): Promise<Verdict> {
  if (answer.ok) return { kind: 'stored' };
  if (answer.status === isTooLarge) return { kind: 'too_large' };
  const text = await answer.text();
  const error = errorOf(answer, parsed(text));
  if (answer.status === isUnprocessable) return refusalOf(error.details, count);
  if (temporaryStatuses.has(answer.status) || answer.status >= firstServerError)
    return { kind: 'later', afterMs: retryAfterOf(answer.headers), error };
  return { kind: 'hopeless', error };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusalOf(details: unknown, count: number): Verdict {
  const places = new Map<number, unknown>();
  for (const [name, reason] of Object.entries(typeof details === 'object' && details !== null ? details : {})) {
    // Unknown fields are named by their whole path, such as `events.3.propertis`.
    const [, digits, field] = /^(?:events\.)?(\d+)(?:\.(.+))?$/.exec(name) ?? [];
    const place = Number(digits);
    if (digits === undefined || place >= count) continue;
    if (field === undefined) places.set(place, isStoredBefore(reason) ? null : reason);
    else places.set(place, { ...(places.get(place) as object | undefined), [field]: reason });
  }
  return places.size > 0 ? { kind: 'named', places } : { kind: 'refused', details };
}

/** Whether the only fault of an event is that it is there already, as after a lost answer. */
function isStoredBefore(reason: unknown): boolean {
  if (typeof reason !== 'object' || reason === null) return false;
  const [[field, codes] = [], ...others] = Object.entries(reason);
  return (
    others.length === 0 &&
    field === 'transaction_id' &&
    Array.isArray(codes) &&
    codes.every((code) => code === 'value_already_exist')
  );
}
