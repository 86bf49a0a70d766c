import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useMembership } from '../../frame/membership.js';
import { Section } from '../../ui/detail-page.js';
import { invoicedRows, paymentRows, refundRows, type FigureDays } from '../../ui/figure-lists.js';
import { RowsLink, type RowsPlace } from '../../ui/rows-link.js';

/** A report of a month: its name, what it has, and where it is. */
interface Report {
  label: MessageDescriptor;
  hint: MessageDescriptor;
  permission: string;
  placeOf(month: FigureDays): RowsPlace;
}

const reports: readonly Report[] = [
  {
    label: msg`Invoiced`,
    hint: msg`Invoices of the month, with their sums with and without taxes.`,
    permission: 'invoices:view',
    placeOf: (month) => ({ to: '/$organization/invoices', search: invoicedRows(month) }),
  },
  {
    label: msg`Collected`,
    hint: msg`Payments of the month that succeeded.`,
    permission: 'payments:view',
    placeOf: (month) => ({ to: '/$organization/payments', search: paymentRows(month) }),
  },
  {
    label: msg`Refunded`,
    hint: msg`Credit notes of the month whose refund succeeded.`,
    permission: 'credit_notes:view',
    placeOf: (month) => ({ to: '/$organization/credit-notes', search: refundRows(month) }),
  },
  {
    label: msg`Open amounts by customer`,
    hint: msg`What customers owe now, by the days since the due dates.`,
    permission: 'analytics:view',
    placeOf: () => ({ to: '/$organization/analytics/ageing', search: {} }),
  },
  {
    label: msg`Movements of recurring revenue`,
    hint: msg`New, expanded, reduced and lost revenue of each closed month.`,
    permission: 'analytics:view',
    placeOf: () => ({ to: '/$organization/analytics/movements', search: {} }),
  },
  {
    label: msg`Deferred revenue`,
    hint: msg`What is invoiced for the time after the month.`,
    permission: 'analytics:view',
    placeOf: ({ last_day: day }) => ({ to: '/$organization/analytics/deferred-revenue', search: { day } }),
  },
  {
    label: msg`Exports`,
    hint: msg`Files of all records, for your accounting.`,
    permission: 'invoices:view',
    placeOf: () => ({ to: '/$organization/developers/exports', search: {} }),
  },
];

/** The reports that belong to the close of a month. */
export function Reports({ month }: { month: FigureDays }) {
  const { t } = useLingui();
  const { may } = useMembership();
  return (
    <Section title={msg`Reports`}>
      <ul className="reports">
        {reports
          .filter(({ permission }) => may(permission))
          .map(({ label, hint, placeOf }) => (
            <li key={label.id}>
              <RowsLink {...placeOf(month)}>{t(label)}</RowsLink> <span className="nothing">{t(hint)}</span>
            </li>
          ))}
      </ul>
    </Section>
  );
}
