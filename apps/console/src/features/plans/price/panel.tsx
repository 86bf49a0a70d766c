import { useState, type KeyboardEvent } from 'react';
import { NativeSelect, Stack, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMembership } from '../../../frame/membership.js';
import { isPricedByEvents } from '../charge-models/price-fields.js';
import type { Charge } from '../../../api/records.js';
import { lacksPrice } from '../charge-fields.js';
import { ChargePrice } from './charge-price.js';
import { FixedPrice } from './fixed-price.js';
import { draftOf, type ChargeDraft, type PlanForm } from './price-call.js';

/** The call reads usage, which belongs to customers. */
const permission = 'customers:view';
const currencyCode = /^[a-z]{3}$/i;

/** One sentence about what the form lacks before it has prices; null where it suffices. */
function useMissing({ values, form }: PlanForm): string | null {
  const { t } = useLingui();
  const { may } = useMembership();
  if (!may(permission)) return t`A role that may view customers sees prices here.`;
  if (form === 'create' && !currencyCode.test((values['amount_currency'] ?? '').trim()))
    return t`Enter a currency to see prices.`;
  if (!values['amount_cents']) return t`Enter the amount of each period to see prices.`;
  if (form === 'create' && lacksPrice(values)) return t`Enter the price of each charge to see prices.`;
  return null;
}

/** A button or a field of the panel does not send the form. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** The price of a form's plan, while a person types. Every figure comes from the service. */
export function PricePanel(form: PlanForm) {
  const { t } = useLingui();
  const missing = useMissing(form);
  return (
    <aside>
      <section aria-label={t`Price`} onKeyDown={keepForm}>
        <Stack gap="sm">
          <Title order={3}>{t`Price`}</Title>
          {missing === null ? <Draft {...form} /> : <p className="empty">{missing}</p>}
        </Stack>
      </section>
    </aside>
  );
}

function Draft(form: PlanForm) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const { plan, charges } = draftOf(form);
  const charge = charges.find((one) => one.code === code) ?? charges[0];
  const names = useChargeNames(form, charges);
  if (!charge) return <FixedPrice plan={plan} />;
  return (
    <>
      {charges.length > 1 ? (
        <NativeSelect
          label={t`Charge`}
          value={charge.code}
          data={charges.map((one, place) => ({ value: one.code, label: names[place] ?? one.code }))}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      ) : null}
      {isPricedByEvents(charge as Pick<Charge, 'charge_model' | 'properties'>) ? (
        <>
          <p className="empty">
            <Trans>Each event of this charge states its price, so a quantity has none.</Trans>
          </p>
          <FixedPrice plan={plan} />
        </>
      ) : (
        <ChargePrice key={charge.code} form={form} plan={plan} charge={charge} />
      )}
    </>
  );
}

/** Charges by the name on invoices, by their codes, or by their places in the form. */
function useChargeNames({ plan }: PlanForm, charges: readonly ChargeDraft[]): string[] {
  const { t } = useLingui();
  return charges.map((charge, place) => {
    const own = plan?.charges.find(({ code }) => code === charge.code);
    const number = place + 1;
    return own ? own.invoice_display_name || own.billable_metric_code : t`Charge ${number}`;
  });
}
