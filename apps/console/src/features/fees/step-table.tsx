import { Table } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { StepResult, type PriceUnit } from './step-result.js';
import { linesOf, type Step } from './steps.js';

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
                <StepResult line={line} unit={unit} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
