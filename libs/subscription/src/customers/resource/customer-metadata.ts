import type { CustomerMetadataInput } from '@tollgate/contracts';
import { brokenUniqueIndex, newId, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import {
  deleteMetadata,
  insertMetadata,
  metadataOf,
  updateMetadata,
  type CustomerRow,
} from '../../model/customers/customers.repository.js';

/**
 * Replaces a customer's metadata: entries with a known id change, other entries are new, missing ones are deleted.
 * New entries are written before the deletion, so a request cannot repeat a stored key without its id
 * (customers, section 2.11).
 */
export async function replaceMetadata(
  transaction: TenantTransaction,
  customer: CustomerRow,
  entries: CustomerMetadataInput[],
  now: Date,
): Promise<void> {
  const stored = await metadataOf(transaction, [customer.id]);
  const storedIds = new Set(stored.map(({ id }) => id));
  const retainedIds = new Set(entries.flatMap((entry) => (entry.id && storedIds.has(entry.id) ? [entry.id] : [])));
  try {
    for (const { id, key, value, display_in_invoice } of entries) {
      const fields = { key, value, display_in_invoice: display_in_invoice ?? false };
      if (id && storedIds.has(id)) await updateMetadata(transaction, id, fields);
      else
        await insertMetadata(transaction, {
          id: newId(),
          organization_id: customer.organization_id,
          customer_id: customer.id,
          created_at: now,
          ...fields,
        });
    }
  } catch (error) {
    if (brokenUniqueIndex(error) === 'customer_metadata_key')
      throw new ValidationFailed({ key: ['value_already_exist'] });
    throw error;
  }
  await deleteMetadata(
    transaction,
    [...storedIds].filter((id) => !retainedIds.has(id)),
  );
}
