import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { codeColumn, wide, type Column } from '../../ui/columns.js';
import { Amount, Units } from '../../ui/values.js';
import { alertTypes, isAmount, type Alert } from './form.js';

function Watched({ alert }: { alert: Alert }) {
  const { t } = useLingui();
  const metric = alert.billable_metric?.code;
  return metric === undefined ? t(alertTypes[alert.alert_type]) : `${t(alertTypes[alert.alert_type])}: ${metric}`;
}

/** The name of an alert; one of the customer has none. */
function Name({ alert }: { alert: Alert }) {
  const { t } = useLingui();
  const isOfCustomer = 'created_by_customer' in alert && alert.created_by_customer;
  return isOfCustomer ? t`Set by the customer` : (alert.name ?? alert.code);
}

/** A watched value: an amount in minor units, else a decimal. */
const Value = ({ alert, value, currency }: { alert: Alert; value: string; currency: string }) =>
  isAmount(alert.alert_type) ? <Amount cents={Number(value)} currency={currency} /> : <Units value={value} />;

/** @param currency of the amounts that alerts watch */
export const alertColumns = <A extends Alert>(currency: string): readonly Column<A>[] => [
  { label: msg`Name`, cell: (row) => <Name alert={row} />, csv: (row) => row.name ?? row.code },
  wide(codeColumn(msg`Code`, (row) => row.code)),
  { label: msg`Watches`, cell: (row) => <Watched alert={row} />, csv: (row) => row.alert_type },
  {
    label: msg`Thresholds`,
    cell: (row) =>
      row.thresholds.map(({ value, recurring }, place) => (
        <span key={`${value} ${recurring}`}>
          {place === 0 ? '' : ', '}
          <Value alert={row} value={value} currency={currency} />
          {recurring ? ' ↻' : ''}
        </span>
      )),
    csv: (row) => row.thresholds.map(({ value }) => value).join(', '),
  },
  {
    label: msg`Last value`,
    cell: (row) => <Value alert={row} value={row.previous_value} currency={currency} />,
    csv: (row) => row.previous_value,
    right: true,
  },
];
