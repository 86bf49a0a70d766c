import { Table } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { mainUnits } from '../../ui/money.js';
import { Amount, Price, Units } from '../../ui/values.js';
import { linesOf, type Step, type StepLine } from './steps.js';

/** The unit of the prices that steps compute with: a currency, or a pricing unit with a rate into it. */
interface PriceUnit {
  currency: string;
  isPricingUnit: boolean;
}

/** Steps to an amount as sentences, each with its numbers. */
export function StepTable({ label, steps, unit }: { label: string; steps: readonly Step[]; unit: PriceUnit }) {
  const { t, i18n } = useLingui();
  const sides = { with: t`With the event`, without: t`Without the event` };
  const lines = linesOf(steps, i18n.locale);
  if (lines.length === 0) return null;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <Table className="records" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{label}</Table.Th>
            <Table.Th scope="col" className="right wide-only">{t`Calculation`}</Table.Th>
            <Table.Th scope="col" className="right">{t`Result`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.side === null ? null : `${sides[line.side]}: `}
                {t(line.sentence)}
              </Table.Td>
              <Table.Td className="right wide-only">{line.calculation}</Table.Td>
              <Table.Td className="right">
                <Result line={line} unit={unit} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Result({ line, unit: { currency, isPricingUnit } }: { line: StepLine; unit: PriceUnit }) {
  if (line.unit === 'precise_cents') return <Price amount={mainUnits(line.value, currency)} currency={currency} />;
  if (line.unit === 'cents') return <Amount cents={Number(line.value)} currency={currency} />;
  // A price in a pricing unit has no currency yet.
  if (line.unit === 'units' || isPricingUnit) return <Units value={line.value} />;
  return <Price amount={line.value} currency={currency} />;
}
