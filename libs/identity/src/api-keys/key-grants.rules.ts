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
 * The end of a rotated key (customers, section 13). A second rotation must not extend the life of a key that is about to
 * end.
 */
export const endOfReplaced = (before: Date | null, requested: Date): Date =>
  before && before < requested ? before : requested;
