import { Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Amount } from '../ui/values.js';
import { totalStoryQuery, type Invoice, type InvoiceExplanation } from './calls.js';
import { Read } from './parts.js';
import { Disagreement } from './story.js';

/** Where the deductions of an invoice come from; nothing for an invoice without any. */
export function Deductions({ invoice }: { invoice: Invoice }) {
  const isDeducted =
    invoice.coupons_amount_cents !== 0 ||
    invoice.progressive_billing_credit_amount_cents !== 0 ||
    invoice.prepaid_credit_amount_cents !== 0;
  return isDeducted ? <Sources invoice={invoice} /> : null;
}

function Sources({ invoice: { svc_id: id, currency } }: { invoice: Invoice }) {
  return (
    <>
      <Title order={3} size="h5">
        <Trans>Where the deductions come from</Trans>
      </Title>
      <Read of={useQuery(totalStoryQuery(id))}>
        {({ explanation }) => <SourceList explanation={explanation} currency={currency} />}
      </Read>
    </>
  );
}

function SourceList({ explanation, currency }: { explanation: InvoiceExplanation; currency: string }) {
  const { t } = useLingui();
  const { progressive_credits: credits, coupons, wallets } = explanation;
  const sources = [
    ...(credits ?? []).map(({ svc_progressive_fee_id: fee, svc_fee_id: of, amount_cents: cents }) => ({
      key: `${fee} ${of}`,
      name: t`Billed before`,
      cents,
    })),
    ...coupons.map(({ svc_applied_coupon_id: key, coupon_name: name, amount_cents: cents }) => ({
      key,
      name: t`Coupon ${name}`,
      cents,
    })),
    ...wallets.map(({ svc_wallet_id: key, name, amount_cents: cents }) => ({
      key,
      name: name ?? t`Prepaid credits`,
      cents,
    })),
  ];
  return (
    <>
      {explanation.agrees ? null : <Disagreement />}
      <dl className="totals">
        {sources.map(({ key, name, cents }) => (
          <Source key={key} name={name}>
            <Amount cents={cents} currency={currency} />
          </Source>
        ))}
      </dl>
    </>
  );
}

const Source = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt dir="auto">{name}</dt>
    <dd>{children}</dd>
  </>
);
