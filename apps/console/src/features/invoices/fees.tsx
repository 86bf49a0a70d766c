import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SingleInvoice } from '../../api/records.js';
import { Section } from '../../ui/detail-page.js';
import { RecordTable } from '../../ui/record-table.js';
import { useAddress } from '../../ui/use-address.js';
import { feeColumns, plainFeeColumns } from '../fees/columns.js';
import { FeeExplanation } from '../fees/explanation.js';
import { feeName } from '../fees/name.js';
import { InvoiceDeductions } from './deductions.js';

/** The fees of an invoice, with the explanation of the one that the address names, and the deductions. */
export function Fees({ invoice }: { invoice: SingleInvoice }) {
  const { t } = useLingui();
  const { search } = useAddress();
  const ofSubscriptions = invoice.fees.some((fee) => fee.external_subscription_id);
  const explained = invoice.fees.find(({ svc_id: id }) => id === search.fee);
  return (
    <>
      <Section title={msg`Fees`}>
        {invoice.fees.length === 0 ? (
          <p className="empty">{t`The invoice has no fees.`}</p>
        ) : (
          <RecordTable
            label={t`Fees`}
            columns={ofSubscriptions ? feeColumns : plainFeeColumns}
            rows={invoice.fees}
            keyOf={({ svc_id }) => svc_id}
          />
        )}
      </Section>
      {explained ? <FeeExplanation key={explained.svc_id} fee={explained} name={feeName(explained)} /> : null}
      <InvoiceDeductions invoice={invoice} nameOf={feeName} />
    </>
  );
}
