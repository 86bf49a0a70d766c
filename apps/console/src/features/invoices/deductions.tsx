import { Table } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Call } from '../../api/read.js';
import type { Fee } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { Section } from '../../ui/detail-page.js';
import { mainUnits } from '../../ui/money.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount, Nothing, Price } from '../../ui/values.js';

type Explanation = components['schemas']['InvoiceExplanation'];

interface Explained {
  explanation: Explanation;
  currency: string;
  nameOf(feeId: string): string;
}

/** An invoice, as far as its deductions need it. */
interface ExplainedInvoice {
  svc_id: string;
  currency: string;
  fees: readonly Fee[];
  coupons_amount_cents: number;
  progressive_billing_credit_amount_cents: number;
  prepaid_credit_amount_cents: number;
}

/** The sources of the deductions of each fee of an invoice; nothing for an invoice without deductions before its taxes. */
export function InvoiceDeductions({ invoice, nameOf }: { invoice: ExplainedInvoice; nameOf(fee: Fee): string }) {
  const isDeducted =
    invoice.coupons_amount_cents !== 0 ||
    invoice.progressive_billing_credit_amount_cents !== 0 ||
    invoice.prepaid_credit_amount_cents !== 0;
  return isDeducted ? <Deductions invoice={invoice} nameOf={nameOf} /> : null;
}

function Deductions({ invoice, nameOf }: { invoice: ExplainedInvoice; nameOf(fee: Fee): string }) {
  const call: Call<'/invoices/{svc_id}/explanation'> = {
    path: '/invoices/{svc_id}/explanation',
    values: { svc_id: invoice.svc_id },
  };
  const { data, error } = useRead(call);
  const names = new Map(invoice.fees.map((fee) => [fee.svc_id, nameOf(fee)]));
  const explained = data && {
    explanation: data.explanation,
    currency: invoice.currency,
    nameOf: (id: string) => names.get(id) ?? id,
  };
  return (
    <Section title={msg`Where the deductions come from`} action={<OpenInApi call={call} />}>
      <CallError error={error} />
      {explained ? (
        <>
          <ProgressiveCredits {...explained} />
          <Coupons {...explained} />
          <Wallets {...explained} />
        </>
      ) : null}
    </Section>
  );
}

function ProgressiveCredits({ explanation: { progressive_credits: credits }, currency, nameOf }: Explained) {
  const { t } = useLingui();
  if (credits === null)
    return (
      <p className="empty">
        <Trans>The credit of each earlier invoice for each fee is not recorded.</Trans>
      </p>
    );
  if (credits.length === 0) return null;
  return (
    <Matrix label={t`Billed before`} heads={[t`Fee`, t`Earlier invoice`, t`Amount`]}>
      {credits.map((credit) => (
        <Table.Tr key={`${credit.svc_progressive_fee_id} ${credit.svc_fee_id}`}>
          <Table.Td dir="auto">{nameOf(credit.svc_fee_id)}</Table.Td>
          <Table.Td>
            <RecordLink kind="invoice" id={credit.svc_progressive_invoice_id}>
              {t`Earlier invoice`}
            </RecordLink>
          </Table.Td>
          <Table.Td className="right">
            <Amount cents={credit.amount_cents} currency={currency} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Matrix>
  );
}

function Coupons({ explanation: { coupons }, currency, nameOf }: Explained) {
  const { t } = useLingui();
  return coupons.map((coupon) => (
    <Matrix
      key={coupon.svc_applied_coupon_id}
      label={t`Coupon ${coupon.coupon_name}`}
      heads={[t`Fee`, t`Before the coupon`, t`Share`]}
    >
      {(coupon.shares ?? []).map((share) => (
        <Table.Tr key={share.svc_fee_id}>
          <Table.Td dir="auto">{nameOf(share.svc_fee_id)}</Table.Td>
          <Table.Td className="right">
            <Price amount={mainUnits(share.precise_base_amount_cents, currency)} currency={currency} />
          </Table.Td>
          <Table.Td className="right">
            <Price amount={mainUnits(share.precise_amount_cents, currency)} currency={currency} />
          </Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr>
        <Table.Th scope="row">
          <Trans>Together</Trans>
        </Table.Th>
        <Table.Td className="right">
          {coupon.precise_base_amount_cents === null ? (
            <Nothing />
          ) : (
            <Price amount={mainUnits(coupon.precise_base_amount_cents, currency)} currency={currency} />
          )}
        </Table.Td>
        <Table.Td className="right">
          <Amount cents={coupon.amount_cents} currency={currency} />
        </Table.Td>
      </Table.Tr>
    </Matrix>
  ));
}

function Wallets({ explanation: { wallets }, currency }: Explained) {
  const { t } = useLingui();
  if (wallets.length === 0) return null;
  return (
    <Matrix label={t`Prepaid credits`} heads={[t`Wallet`, t`Granted`, t`Purchased`, t`Amount`]}>
      {wallets.map((wallet) => (
        <Table.Tr key={wallet.svc_wallet_id}>
          <Table.Td dir="auto">
            <RecordLink kind="wallet" id={wallet.svc_wallet_id}>
              {wallet.name ?? t`Wallet`}
            </RecordLink>
          </Table.Td>
          {[wallet.granted_amount_cents, wallet.purchased_amount_cents, wallet.amount_cents].map((cents, place) => (
            <Table.Td key={place} className="right">
              <Amount cents={cents} currency={currency} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Matrix>
  );
}

function Matrix({ label, heads, children }: { label: string; heads: string[]; children: React.ReactNode }) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <Table className="records" aria-label={label}>
        <Table.Caption dir="auto">{label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, place) => (
              <Table.Th key={head} scope="col" className={place === 0 ? undefined : 'right'}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
