import { useState } from 'react';
import { Failure, looks, Shown } from './frame.js';
import { useChangePlan, usePlanPreview, usePlans } from './hooks.js';
import { dayText, moneyText } from './money.js';
import { useTollgate } from './provider.js';
import { filled } from './texts.js';
import type { Plan, PlanPreview } from './types.js';

const nameOf = (plan: Plan): string => plan.invoice_display_name || plan.name;

/** The plan of a subscription and the offered ones. A change shows its invoice first. @param subscription external id */
export function PlanTable({ subscription, onChanged }: { subscription: string; onChanged?: () => void }) {
  const { texts } = useTollgate();
  const answer = usePlans(subscription);
  return (
    <Shown of={answer}>
      {({ plans }) => (
        <>
          <table className="tollgate-plans" style={looks.table}>
            <tbody>
              {plans.map((plan) => (
                <Row
                  key={plan.code}
                  plan={plan}
                  subscription={subscription}
                  onChanged={() => {
                    answer.reload();
                    onChanged?.();
                  }}
                />
              ))}
            </tbody>
          </table>
          {plans.length > 1 ? null : <p>{texts.noPlans}</p>}
        </>
      )}
    </Shown>
  );
}

interface RowProps {
  plan: Plan;
  subscription: string;
  onChanged(): void;
}

function Row({ plan, subscription, onChanged }: RowProps) {
  const { locale, texts } = useTollgate();
  const name = nameOf(plan);
  return (
    <tr>
      <th scope="row" style={looks.cell}>
        {name}
        {plan.description ? <div style={looks.quiet}>{plan.description}</div> : null}
      </th>
      <td style={looks.cell}>{plan.entitlements.map((feature) => feature.name ?? feature.code).join(', ')}</td>
      <td style={looks.number}>{moneyText(plan.amount_cents, plan.amount_currency, locale)}</td>
      <td style={looks.cell}>
        {plan.is_current ? (
          texts.yourPlan
        ) : (
          <Change plan={plan} name={name} subscription={subscription} onChanged={onChanged} />
        )}
      </td>
    </tr>
  );
}

/** A change in two steps: its invoice, then the change itself. */
function Change({ plan, name, subscription, onChanged }: RowProps & { name: string }) {
  const { texts } = useTollgate();
  const [seen, setSeen] = useState<PlanPreview>();
  const preview = usePlanPreview();
  const change = useChangePlan();
  const input = { subscription, plan: plan.code };
  const see = async () => setSeen((await preview.run(input)).preview);
  const confirm = async () => {
    await change.run(input);
    onChanged();
  };
  return (
    <>
      {seen ? <Invoice preview={seen} plan={plan} /> : null}
      <button
        type="button"
        style={seen ? looks.button : looks.plain}
        disabled={preview.isRunning || change.isRunning}
        onClick={() => void (seen ? confirm() : see()).catch(() => undefined)}
      >
        {filled(seen ? texts.confirmPlan : texts.changePlan, { plan: name })}
      </button>
      {(preview.error ?? change.error) ? <Failure>{texts.refused}</Failure> : null}
    </>
  );
}

function Invoice({ preview, plan }: { preview: PlanPreview; plan: Plan }) {
  const { locale, texts } = useTollgate();
  const amount = moneyText(preview.total_amount_cents, preview.currency, locale);
  return (
    <p role="status">
      {plan.change === 'upgrade' ? texts.atOnce : texts.atPeriodEnd}{' '}
      {filled(texts.nextInvoice, { day: dayText(preview.issuing_date, locale), amount })}
    </p>
  );
}
