import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { AgeingAmount } from '../../api/records.js';
import { Amount } from '../../ui/values.js';
import { openRows } from '../../ui/figure-lists.js';
import { RowsLink } from '../../ui/rows-link.js';

const names: Record<AgeingAmount['bucket'], MessageDescriptor> = {
  not_due: msg`Not due`,
  days_1_30: msg`1–30 days`,
  days_31_60: msg`31–60 days`,
  days_61_90: msg`61–90 days`,
  days_over_90: msg`Over 90 days`,
};

/** Open amounts by the days since their due dates: a bar, and a link to the rows of each part. */
export function Ageing({ currency, buckets }: { currency: string; buckets: readonly AgeingAmount[] }) {
  const { t } = useLingui();
  const shown = buckets.filter(({ invoices_count: count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <div className="ageing" aria-hidden>
        {shown.map(({ bucket, amount_cents: cents }) => (
          <span key={bucket} data-bucket={bucket} style={{ flexGrow: Math.max(cents, 0) }} />
        ))}
      </div>
      <ul>
        {shown.map((bucket) => (
          <li key={bucket.bucket} data-bucket={bucket.bucket}>
            <RowsLink to="/$organization/invoices" search={openRows(currency, bucket)}>
              {t(names[bucket.bucket])}
            </RowsLink>
            <Amount cents={bucket.amount_cents} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  );
}
