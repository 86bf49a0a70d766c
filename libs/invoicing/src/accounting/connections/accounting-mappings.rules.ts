import {
  AccountingMappingInput,
  isBlank,
  type AccountedItemType,
  type AccountingMapping,
  type RawInput,
} from '@tollgate/contracts';
import { readRawInput } from '@tollgate/platform';

/** Kinds whose mapping may name one item. */
const named: readonly AccountedItemType[] = ['billable_metric', 'add_on', 'tax'];

const code = (text: string | null | undefined): string | null => (isBlank(text) ? null : (text ?? '').trim());

/**
 * Reads the mappings of a connection. A mapping of everything of a kind has no item code. Of two mappings of an item,
 * the last one counts. @throws ValidationFailed with the errors of the first faulty one
 */
export function readMappings(raw: readonly RawInput[]): AccountingMapping[] {
  const mappings = raw.map((entry): AccountingMapping => {
    const { item_type, item_code, external_code, account_code } = readRawInput(AccountingMappingInput, entry);
    return {
      item_type,
      item_code: named.includes(item_type) ? code(item_code) : null,
      external_code: code(external_code),
      account_code: code(account_code),
    };
  });
  return [
    ...new Map(mappings.map((mapping) => [JSON.stringify([mapping.item_type, mapping.item_code]), mapping])).values(),
  ];
}
