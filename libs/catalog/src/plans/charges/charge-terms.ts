import type { ChargeModelName } from '@tollgate/contracts';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { defaultProperties, storableProperties } from '../prices/properties.js';
import type { Properties } from '../../model/tables/charges.tables.js';
import type { CheckedCharge } from './charge.rules.js';

/** The columns of a charge that say when and how it is billed. */
export type ChargeTerms = Pick<
  ChargeRow,
  'pay_in_advance' | 'prorated' | 'invoiceable' | 'regroup_paid_fees' | 'min_amount_cents' | 'accepts_target_wallet'
>;

export const defaultTerms: ChargeTerms = {
  pay_in_advance: false,
  prorated: false,
  invoiceable: true,
  regroup_paid_fees: null,
  min_amount_cents: 0n,
  accepts_target_wallet: false,
};

interface TermsInput {
  pay_in_advance?: boolean | null | undefined;
  prorated?: boolean | null | undefined;
  invoiceable?: boolean | null | undefined;
  regroup_paid_fees?: 'invoice' | null | undefined;
  min_amount_cents?: number | null | undefined;
  accepts_target_wallet?: boolean | null | undefined;
}

/** Terms after a change: an absent field stays, null selects the default. */
export function changedTerms(terms: ChargeTerms, input: TermsInput): ChargeTerms {
  const flag = (key: 'pay_in_advance' | 'prorated' | 'invoiceable' | 'accepts_target_wallet') =>
    input[key] === undefined ? terms[key] : (input[key] ?? defaultTerms[key]);
  return {
    pay_in_advance: flag('pay_in_advance'),
    prorated: flag('prorated'),
    invoiceable: flag('invoiceable'),
    regroup_paid_fees: input.regroup_paid_fees === undefined ? terms.regroup_paid_fees : input.regroup_paid_fees,
    min_amount_cents:
      input.min_amount_cents === undefined ? terms.min_amount_cents : BigInt(input.min_amount_cents ?? 0),
    accepts_target_wallet: flag('accepts_target_wallet'),
  };
}

type CheckedTerms = Pick<
  CheckedCharge,
  'payInAdvance' | 'prorated' | 'invoiceable' | 'regroupPaidFees' | 'minAmountCents'
>;

export const checkedTerms = (terms: ChargeTerms): CheckedTerms => ({
  payInAdvance: terms.pay_in_advance,
  prorated: terms.prorated,
  invoiceable: terms.invoiceable,
  regroupPaidFees: terms.regroup_paid_fees,
  minAmountCents: terms.min_amount_cents,
});

/** The properties to store for a model; without any, the defaults of the model in the request. */
export function pricedBy(
  model: ChargeModelName | undefined,
  requested: ChargeModelName | undefined,
  properties: Properties | undefined,
): Properties {
  if (!model) return {};
  const hasProperties = properties !== undefined && Object.keys(properties).length > 0;
  return storableProperties(model, hasProperties ? properties : requested ? defaultProperties(requested) : {});
}
