import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { SingleInvoice } from '../../api/records.js';
import { Amount } from '../../ui/values.js';

type TotalledField =
  | 'fees_amount_cents'
  | 'progressive_billing_credit_amount_cents'
  | 'coupons_amount_cents'
  | 'sub_total_excluding_taxes_amount_cents'
  | 'taxes_amount_cents'
  | 'sub_total_including_taxes_amount_cents'
  | 'credit_notes_amount_cents'
  | 'prepaid_credit_amount_cents'
  | 'total_amount_cents'
  | 'total_paid_amount_cents'
  | 'total_offsetted_credit_note_amount_cents'
  | 'total_due_amount_cents';

/** The sums of the invoice, each as the interface states it; those of the customer's own view as well. */
export function Totals({ invoice }: { invoice: Pick<SingleInvoice, 'currency' | TotalledField> }) {
  const { t } = useLingui();
  const lines: readonly (readonly [MessageDescriptor, number, 'always' | 'sum' | 'if any'])[] = [
    [msg`Fees`, invoice.fees_amount_cents, 'always'],
    [msg`Progressive billing`, invoice.progressive_billing_credit_amount_cents, 'if any'],
    [msg`Coupons`, invoice.coupons_amount_cents, 'if any'],
    [msg`Without taxes`, invoice.sub_total_excluding_taxes_amount_cents, 'always'],
    [msg`Taxes`, invoice.taxes_amount_cents, 'always'],
    [msg`With taxes`, invoice.sub_total_including_taxes_amount_cents, 'always'],
    [msg`Credit notes`, invoice.credit_notes_amount_cents, 'if any'],
    [msg`Prepaid credits`, invoice.prepaid_credit_amount_cents, 'if any'],
    [msg`Total`, invoice.total_amount_cents, 'sum'],
    [msg`Paid`, invoice.total_paid_amount_cents, 'if any'],
    [msg`Offset by credit notes`, invoice.total_offsetted_credit_note_amount_cents, 'if any'],
    [msg`Due`, invoice.total_due_amount_cents, 'sum'],
  ];
  return (
    <dl className="totals">
      {lines
        .filter(([, cents, when]) => when !== 'if any' || cents !== 0)
        .map(([label, cents, when]) => (
          <Line key={label.id} name={t(label)} isSum={when === 'sum'}>
            <Amount cents={cents} currency={invoice.currency} />
          </Line>
        ))}
    </dl>
  );
}

const Line = ({ name, isSum, children }: { name: string; isSum: boolean; children: React.ReactNode }) => (
  <>
    <dt className={isSum ? 'sum' : undefined}>{name}</dt>
    <dd className={isSum ? 'sum' : undefined}>{children}</dd>
  </>
);
