import { AxisLeft } from '@visx/axis';
import type { scaleLinear } from '@visx/scale';

/** The texts along an axis. */
export const axisTexts = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 };

/** The room left of a chart that the texts of its values take. */
export const valuesPx = 84;

interface Props {
  scale: ReturnType<typeof scaleLinear<number>>;
  valueText(value: number): string;
  /** Whether values are whole, such as amounts in minor units. */
  isWhole: boolean;
}

/** The axis of values at the left of a chart. */
export function ValueAxis({ scale, valueText, isWhole }: Props) {
  return (
    <AxisLeft
      scale={scale}
      left={valuesPx}
      hideTicks
      stroke="var(--line)"
      tickValues={scale.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick))}
      tickFormat={(tick) => valueText(Number(tick))}
      tickLabelProps={{ ...axisTexts, textAnchor: 'end', dx: -4, dy: 4 }}
    />
  );
}
