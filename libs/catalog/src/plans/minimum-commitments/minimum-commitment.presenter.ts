import type { MinimumCommitment } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { presentTax } from '../../issuers/taxes/tax.presenter.js';
import { toTaxView } from '../../issuers/taxes/taxes.reader.js';
import type { TaxApplication } from '../../issuers/taxes/taxes.repository.js';
import type { MinimumCommitmentView } from '../../views.js';
import type { CommitmentParts } from './minimum-commitments.repository.js';

/** A minimum commitment inside its plan. */
export const presentCommitment = (
  { commitment, taxes }: CommitmentParts,
  plan: PlanRow,
  applications: TaxApplication[],
): MinimumCommitment => ({
  svc_id: commitment.id,
  plan_code: plan.code,
  invoice_display_name: commitment.invoice_display_name,
  invoice_display_name_translations: commitment.invoice_display_name_translations,
  amount_cents: Number(commitment.amount_cents),
  interval: plan.interval,
  created_at: isoSeconds(commitment.created_at),
  updated_at: isoSeconds(commitment.updated_at),
  taxes: taxes.map((tax) => presentTax(tax, applications)),
});

/** A minimum commitment as other services see it. */
export const toCommitmentView = ({ commitment, taxes }: CommitmentParts): MinimumCommitmentView => ({
  amountCents: commitment.amount_cents,
  invoiceDisplayName: commitment.invoice_display_name,
  taxes: taxes.map(toTaxView),
});
