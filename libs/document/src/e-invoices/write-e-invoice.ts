import { CannotBeWritten } from './cannot-be-written.js';
import { arithmeticFaults } from './checks.js';
import { writeCii } from './cii.js';
import { missingFields } from './missing-fields.js';
import type { EInvoice } from './model.js';
import { profiles } from '@tollgate/contracts/e-invoices';
import type { ProfileName } from './sources.js';
import { writeUbl } from './ubl.js';

/**
 * Writes the file of an invoice or credit note in a format (webhooks, section 9). It refuses one that would be invalid.
 * @throws CannotBeWritten with all missing fields and wrong sums
 */
export function writeEInvoice(model: EInvoice, profileName: ProfileName): string {
  const missing = missingFields(model, profileName).map(({ of, field, code }) => `${of}.${field}: ${code}`);
  const faults = [...missing, ...arithmeticFaults(model)];
  if (faults.length > 0) throw new CannotBeWritten(faults);
  const profile = profiles[profileName];
  return profile.syntax === 'cii' ? writeCii(model, profile) : writeUbl(model, profile);
}
