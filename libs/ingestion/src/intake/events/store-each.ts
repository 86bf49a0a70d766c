import { maximumBatch, type FieldErrors, type RawInput } from '@tollgate/contracts';
import type { BatchErrors } from './events.service.js';

/** The outcomes of events, each by itself. */
export interface StoredEach {
  taken: number;
  /** Stored before. */
  repeated: number;
  /** By the place of the event. */
  errors: Map<number, FieldErrors>;
}

/** Stores the events of a batch, all or none of them, as `EventsService.storeOnce`. */
type StoreBatch = (batch: RawInput[]) => Promise<{ errors: BatchErrors | null; added: number }>;

/**
 * Stores events without those that are refused, a batch at a time. Each round of a batch takes at least one out.
 * @param stored gets the outcomes, also those before a failure
 * @throws Unavailable when the log is, after a part may be stored
 */
export async function storeEach(store: StoreBatch, events: RawInput[], stored: StoredEach): Promise<void> {
  for (let first = 0; first < events.length; first += maximumBatch) {
    let left = events.slice(first, first + maximumBatch).map((event, index) => ({ event, place: first + index }));
    while (left.length > 0) {
      const { errors, added } = await store(left.map(({ event }) => event));
      if (errors === null) {
        stored.taken += added;
        stored.repeated += left.length - added;
        break;
      }
      left.forEach(({ place }, index) => {
        const error = errors[index];
        if (error !== undefined) stored.errors.set(place, fieldErrorsOf(error));
      });
      left = left.filter((_, index) => !(index in errors));
    }
  }
}

/** The errors of an event by field. */
export const fieldErrorsOf = (error: BatchErrors[string]): FieldErrors =>
  typeof error === 'string' ? { properties: [error] } : error;
