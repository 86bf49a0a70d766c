import { Forbidden } from '@tollgate/platform';
import { everything } from './api-key.presenter.js';

/**
 * Asserts that a key may give another key these permissions, or change or end a key with them: it cannot give more than
 * it has.
 * @param held the permissions of the acting key; null for all
 * @param requested null for all
 * @throws Forbidden
 */
export function assertKeyMayGive(
  held: Readonly<Record<string, readonly string[]>> | null,
  requested: Readonly<Record<string, unknown>> | null,
): void {
  if (held === null) return;
  for (const [resource, modes] of Object.entries(requested ?? everything()))
    for (const mode of modes as string[])
      if (!held[resource]?.includes(mode)) throw new Forbidden(`${mode}_action_not_allowed_for_${resource}`);
}

/**
 * Whether a key may be rotated, to end at an instant (customers, section 13). One that has ended may not. A second
 * rotation only ends it earlier, so that of several at once one succeeds.
 */
export const mayRotate = (before: Date | null, end: Date, now: Date): boolean =>
  before === null || (before > now && end < before);
