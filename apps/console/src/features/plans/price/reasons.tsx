import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { PricedCharge } from './price-call.js';

type Reason = PricedCharge['estimate_reasons'][number];

const sentences: Record<Reason, MessageDescriptor> = {
  pay_in_advance: msg`The bill may differ: each event is billed and rounded by itself.`,
  prorated: msg`The bill may differ: units are shared out over days, which a quantity does not have.`,
  carried_units: msg`The bill may differ: units carry over from earlier periods.`,
  running_period: msg`The bill may differ: the period runs, and further events may come.`,
  interval: msg`The bill may differ: the plan has another period than the subscription.`,
};

/** Why the bill of a charge may have another amount, in sentences; nothing for exact amounts. */
export function EstimateReasons({ charges, code }: { charges: readonly PricedCharge[]; code: string }) {
  const { t } = useLingui();
  const reasons = new Set(
    charges.filter((charge) => charge.charge_code === code).flatMap((charge) => charge.estimate_reasons),
  );
  return [...reasons].map((reason) => (
    <p key={reason} className="nothing">
      {t(sentences[reason])}
    </p>
  ));
}
