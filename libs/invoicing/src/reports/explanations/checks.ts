import type { ExplanationDifference } from '@tollgate/contracts';
import { compare, exactOf, textOf } from './exact.js';
import type { Steps } from './steps.js';

/** A stored value, and the step that must equal it. */
export interface Check {
  field: string;
  /** Decimal text. */
  stored: string;
  /** The reference of the step. */
  computed: string;
}

export const checkOf = (field: string, stored: string | bigint, computed: string): Check => ({
  field,
  stored: String(stored),
  computed,
});

/** The stored values that differ from their steps. */
export const differencesOf = (steps: Steps, checks: readonly Check[]): ExplanationDifference[] =>
  checks.flatMap(({ field, stored, computed }) => {
    const value = steps.valueOf(computed);
    return compare(exactOf(stored), value) === 0 ? [] : [{ field, stored, computed: textOf(value) }];
  });
