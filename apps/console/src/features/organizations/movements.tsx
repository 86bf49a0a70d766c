import { useLingui } from '@lingui/react/macro';
import type { CurrencyMonth } from '../../api/records.js';
import { useEnumText } from '../../ui/enum-texts.js';
import { Amount } from '../../ui/values.js';
import { RowsLink } from '../../ui/rows-link.js';

const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;

/** The movements of recurring revenue since the compared day, each kind with a link to its customers. */
export function Movements({ currency, mrr }: { currency: string; mrr: CurrencyMonth['mrr'] }) {
  const { t } = useLingui();
  const textOf = useEnumText();
  const moved = kinds.filter((kind) => mrr[`${kind}_amount_cents`] !== 0);
  if (moved.length === 0) return mrr.amount_cents === 0 ? null : t`No movements since then`;
  return (
    <ul>
      {moved.map((movement) => (
        <li key={movement}>
          <RowsLink to="/$organization/analytics/customer-mrr" search={{ currency, movement }}>
            {textOf(movement)}
          </RowsLink>
          <Amount cents={mrr[`${movement}_amount_cents`]} currency={currency} />
        </li>
      ))}
    </ul>
  );
}
