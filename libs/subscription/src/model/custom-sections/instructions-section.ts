import type { InvoiceCustomSectionView } from '@tollgate/catalog/reader';
import type { InvoiceCustomSection } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { FundingInstructionsRow } from './funding-instructions.repository.js';

const name = 'Funding instructions';
const codeOf = ({ customer_id: customerId }: FundingInstructionsRow) => `funding_instructions_${customerId}`;

/** Instructions as a section of an invoice. */
export const instructionsView = (row: FundingInstructionsRow): InvoiceCustomSectionView => ({
  id: row.id,
  code: codeOf(row),
  name,
  displayName: row.display_name,
  details: row.details,
});

/** Instructions as a section in answers about their customer. */
export const presentInstructions = (row: FundingInstructionsRow): InvoiceCustomSection => ({
  svc_id: row.id,
  code: codeOf(row),
  name,
  description: null,
  details: row.details,
  display_name: row.display_name,
  details_translations: {},
  display_name_translations: {},
  applied_to_organization: false,
  organization_id: row.organization_id,
  created_at: isoSeconds(row.created_at),
});
