import { Alert } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { StepResult, type PriceUnit } from '../features/fees/step-result.js';
import { linesOf, type Step } from '../features/fees/steps.js';
import { lineStoryQuery, type FeeExplanation } from './calls.js';
import { Empty, Moment, Read } from './parts.js';

/** How a line came to its amount: its units, its price, its discounts and its taxes. */
export function Story({ fee, name }: { fee: string; name: string }) {
  return (
    <Read of={useQuery(lineStoryQuery(fee))}>
      {({ explanation }) =>
        explanation === null ? (
          <Empty>
            <Trans>The steps to this amount are not stored.</Trans>
          </Empty>
        ) : (
          <Steps explanation={explanation} name={name} />
        )
      }
    </Read>
  );
}

function Steps({ explanation, name }: { explanation: FeeExplanation; name: string }) {
  const { t } = useLingui();
  const { usage_from_datetime: from, usage_to_datetime: to, conversion_rate: rate } = explanation;
  const unit = { currency: explanation.amount_currency, isPricingUnit: rate !== null };
  return (
    <>
      {explanation.agrees ? null : <Disagreement />}
      {from === null ? null : (
        <p>
          <Trans>
            Usage from <Moment iso={from} /> to <Moment iso={to} />
          </Trans>
        </p>
      )}
      <StepList label={t`Steps to the amount`} name={name} steps={explanation.steps} unit={unit} />
      {explanation.discount_steps.some(({ kind }) => kind !== 'discounts_stored') ? (
        <StepList label={t`Steps to the discounts`} name={name} steps={explanation.discount_steps} unit={unit} />
      ) : null}
      {explanation.tax_steps.some(({ kind }) => kind === 'tax_cents' || kind === 'engine_tax') ? (
        <StepList label={t`Steps to the taxes`} name={name} steps={explanation.tax_steps} unit={unit} />
      ) : null}
    </>
  );
}

/** The words for steps that lead to another amount than the invoice has. */
export const Disagreement = () => (
  <Alert color="yellow" variant="outline" role="status">
    <Trans>These steps lead to another amount than the invoice has. Contact the company that bills you.</Trans>
  </Alert>
);

interface StepListProps {
  label: string;
  name: string;
  steps: readonly Step[];
  unit: PriceUnit;
}

/** Steps as sentences with their results; the numbers behind them show where there is room. */
function StepList({ label, name, steps, unit }: StepListProps) {
  const { t, i18n } = useLingui();
  const sides = { with: t`With the event`, without: t`Without the event` };
  const lines = linesOf(steps, i18n.locale);
  if (lines.length === 0) return null;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={`${name}: ${label}`}>
      <table className="records">
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col" className="right wide-only">
              <Trans>Calculation</Trans>
            </th>
            <th scope="col" className="right">
              <Trans>Result</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className="break">
                {line.side === null ? null : `${sides[line.side]}: `}
                {t(line.sentence)}
              </td>
              <td className="right wide-only">{line.calculation}</td>
              <td className="right">
                <StepResult line={line} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
