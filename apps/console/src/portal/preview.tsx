import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { feeName } from '../features/fees/name.js';
import { Amount, Day } from '../ui/values.js';
import { previewQuery, type PreviewInput, type Preview as PreviewedInvoice } from './calls.js';
import { Read } from './parts.js';

/** The invoice of a change or an end, as it will be billed. */
export function Preview({ subscription, input }: { subscription: string; input: PreviewInput }) {
  return (
    <div aria-live="polite">
      <Read of={useQuery(previewQuery(subscription, input))}>{({ preview }) => <Invoice invoice={preview} />}</Read>
    </div>
  );
}

function Invoice({ invoice }: { invoice: PreviewedInvoice }) {
  const { currency } = invoice;
  const credits = invoice.credit_notes_amount_cents + invoice.prepaid_credit_amount_cents;
  return (
    <dl className="totals">
      {invoice.fees.map((fee, place) => (
        <Line key={place} name={feeName(fee)} cents={fee.amount_cents} currency={currency} />
      ))}
      <Line name={<Trans>Taxes</Trans>} cents={invoice.taxes_amount_cents} currency={currency} />
      {credits === 0 ? null : <Line name={<Trans>Credits</Trans>} cents={-credits} currency={currency} />}
      <dt>
        <strong>
          <Trans>
            Next invoice on <Day date={invoice.issuing_date} />
          </Trans>
        </strong>
      </dt>
      <dd>
        <strong>
          <Amount cents={invoice.total_amount_cents} currency={currency} />
        </strong>
      </dd>
    </dl>
  );
}

const Line = ({ name, cents, currency }: { name: React.ReactNode; cents: number; currency: string }) => (
  <>
    <dt dir="auto">{name}</dt>
    <dd>
      <Amount cents={cents} currency={currency} />
    </dd>
  </>
);
