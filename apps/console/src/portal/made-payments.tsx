import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Anchor, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Amount, State } from '../ui/values.js';
import { isUnderWay, paymentsQuery, type Invoice, type MadePayment } from './calls.js';
import { isDue, stateOf } from './invoice-state.js';
import { DayOf } from './parts.js';

const declineTexts: Record<NonNullable<MadePayment['decline_reason']>, MessageDescriptor> = {
  insufficient_funds: msg`The payment was declined: the account does not have enough money. Pay with another method.`,
  method_expired: msg`The payment was declined: the payment method has expired or was revoked. Pay with another one.`,
  account_closed: msg`The payment was declined: the bank account takes no debits. Pay with another method.`,
  authentication_required: msg`The payment was declined: your bank needs your confirmation. Pay on the page of the payment provider.`,
  declined: msg`The payment was declined. Contact your bank, or pay with another method.`,
};

/** Says why a payment was declined; nothing for any other payment. */
export function Decline({ payment }: { payment: MadePayment | undefined }) {
  const { t } = useLingui();
  const reason = payment?.decline_reason;
  return reason ? <Text c="error">{t(declineTexts[reason])}</Text> : null;
}

/** A payment that the customer sees, by its id; undefined until it is known. */
export const useMadePayment = (id: string | null): MadePayment | undefined =>
  useQuery(paymentsQuery).data?.payments.find((payment) => payment.svc_id === id);

/** The latest payment of an invoice; undefined for none. */
const useLatestPayment = (invoiceId: string): MadePayment | undefined =>
  // The list has the newest first.
  useQuery(paymentsQuery).data?.payments.find((payment) => payment.svc_invoice_ids.includes(invoiceId));

/** Whether the customer may pay an invoice now: it is due, and no payment of it is under way. */
export function useIsPayable(invoice: Invoice): boolean {
  const latest = useLatestPayment(invoice.svc_id);
  return isDue(invoice) && !(latest && isUnderWay(latest));
}

/** The state of an invoice, and why its last payment was declined while it is due. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
  const latest = useLatestPayment(invoice.svc_id);
  if (!isDue(invoice) || !latest) return <State value={stateOf(invoice)} />;
  if (isUnderWay(latest))
    return (
      <State value="processing">
        <Trans>Payment under way</Trans>
      </State>
    );
  return (
    <>
      <State value={stateOf(invoice)} />
      <Decline payment={latest} />
    </>
  );
}

/** The payments that a provider has not finished, such as debits, which take days. */
export function PaymentsUnderWay() {
  const payments = useQuery(paymentsQuery).data?.payments.filter(isUnderWay) ?? [];
  return payments.map(
    ({ svc_id: id, amount_cents: cents, amount_currency: currency, created_at: at, action_url: url }) => (
      <Text key={id}>
        <Trans>
          A payment of <Amount cents={cents} currency={currency} /> has been under way since <DayOf iso={at} />.
        </Trans>{' '}
        {url === null ? (
          <Trans>A debit may take several days.</Trans>
        ) : (
          <Anchor href={url}>
            <Trans>Confirm the payment</Trans>
          </Anchor>
        )}
      </Text>
    ),
  );
}
