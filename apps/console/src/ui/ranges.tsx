import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useElementSize } from '@mantine/hooks';
import { axisTexts, ValueAxis, valuesPx } from './value-axis.js';

/** An expected value of a step, such as a month, between its bounds. */
export interface Range {
  step: string;
  low: number;
  expected: number;
  high: number;
}

const height = 220;
const edge = { top: 12, right: 8, bottom: 28, left: valuesPx };
/** Half the width of the line at a bound. */
const capPx = 8;

interface Props {
  ranges: readonly Range[];
  label: string;
  stepText(step: string): string;
  valueText(value: number): string;
}

/** Expected amounts in minor units as bars, with a line between their bounds. The table beside it says the same in numbers. */
export function Ranges({ ranges, label, stepText, valueText }: Props) {
  const { ref, width } = useElementSize();
  const x = scaleBand({
    domain: ranges.map(({ step }) => step),
    range: [edge.left, Math.max(width - edge.right, edge.left)],
    padding: 0.4,
  });
  const y = scaleLinear({
    domain: [Math.min(0, ...ranges.map(({ low }) => low)), Math.max(...ranges.map(({ high }) => high)) || 1],
    range: [height - edge.bottom, edge.top],
    nice: true,
  });
  return (
    <figure className="chart" ref={ref}>
      {width > 0 ? (
        <svg width={width} height={height} role="img" aria-label={label}>
          {ranges.map(({ step, low, expected, high }) => {
            const left = x(step) ?? 0;
            const middle = left + x.bandwidth() / 2;
            const [top, bottom] = [y(Math.max(expected, 0)), y(Math.min(expected, 0))];
            return (
              <g key={step}>
                <rect
                  x={left}
                  y={top}
                  width={x.bandwidth()}
                  height={bottom - top}
                  fill="var(--chart-1)"
                  opacity={0.5}
                />
                <g stroke="var(--mantine-color-text)" strokeWidth={2}>
                  <line x1={middle} x2={middle} y1={y(low)} y2={y(high)} />
                  <line x1={middle - capPx} x2={middle + capPx} y1={y(low)} y2={y(low)} />
                  <line x1={middle - capPx} x2={middle + capPx} y1={y(high)} y2={y(high)} />
                </g>
              </g>
            );
          })}
          <ValueAxis scale={y} valueText={valueText} isWhole />
          <AxisBottom
            scale={x}
            top={height - edge.bottom}
            hideTicks
            stroke="var(--line)"
            tickFormat={(step) => stepText(step)}
            tickLabelProps={{ ...axisTexts, textAnchor: 'middle' }}
          />
        </svg>
      ) : null}
    </figure>
  );
}
