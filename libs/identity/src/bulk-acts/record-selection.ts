import { mostBulkRecords, mostSelected, type CommandAnswer, type SelectedRecord } from '@tollgate/contracts';
import { ValidationFailed, type CommandSender, type Instant } from '@tollgate/platform';
import type { RequestedAct } from './bulk-act-requests.js';

/**
 * Selects the records of an act from the service that owns them, oldest first.
 * @param expected the number that the caller expects: by its filters, or of its identifiers
 * @throws ValidationFailed for another number of records, and for too many
 */
export async function selectRecords(
  sender: CommandSender,
  { kind, parameters }: RequestedAct,
  { organizationId, expected, now }: { organizationId: string; expected: Expected; now: Instant },
): Promise<SelectedRecord[]> {
  const selected: SelectedRecord[] = [];
  let after: string | null = null;
  do {
    const page: CommandAnswer<'records.select'> = await sender.send(kind.records.service, 'records.select', {
      organization_id: organizationId,
      resource_type: kind.records.name,
      filters: parameters,
      after,
      until: now,
      limit: mostSelected,
    });
    if (page.total !== null) requireCount(page.total, expected);
    selected.push(...page.records);
    after = page.next;
  } while (after !== null);
  // Records may come and go between two pages.
  requireCount(selected.length, expected);
  return selected;
}

/** An expected number of records, and the field that states it. */
export interface Expected {
  field: 'ids' | 'expected_count';
  count: number;
}

function requireCount(count: number, { field, count: expected }: Expected): void {
  if (count > mostBulkRecords) throw new ValidationFailed({ base: ['too_many_records'] });
  if (count !== expected)
    throw new ValidationFailed({ [field]: [field === 'ids' ? 'record_not_found' : 'count_has_changed'] });
}
