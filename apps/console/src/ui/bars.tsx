import { useId } from 'react';
import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useElementSize } from '@mantine/hooks';
import { axisTexts, ValueAxis, valuesPx } from './value-axis.js';

/** A value of a step, such as a month or a day, and what it is of. */
export interface Part {
  step: string;
  series: string;
  value: number;
}

type Stack = { step: string } & Record<string, number | string>;

const height = 260;
const edge = { top: 8, right: 8, bottom: 28, left: valuesPx };
/** The room that the name of a step takes. */
const labelPx = 80;
const hues = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
];

/** Values of one step as a row, by series. The API has one for each step and series. */
const stacksOf = (parts: readonly Part[], steps: readonly string[]): Stack[] =>
  steps.map((step) => ({
    step,
    ...Object.fromEntries(parts.filter((part) => part.step === step).map(({ series, value }) => [series, value])),
  }));

/** The height of the highest bar, for the scale alone: no page shows it. */
const highest = (parts: readonly Part[], steps: readonly string[]): number => {
  const heights = steps.map((step) =>
    parts.filter((part) => part.step === step && part.value > 0).reduce((height_, { value }) => height_ + value, 0),
  );
  return Math.max(0, ...heights) || 1;
};

interface Props {
  parts: readonly Part[];
  label: string;
  stepText(step: string): string;
  valueText(value: number): string;
  /** Whether values are whole, such as amounts in minor units. */
  isWhole?: boolean;
  /** Names of series, in the order of their bars. */
  names: ReadonlyMap<string, string>;
  /** All steps, in order, also those without a value; by default those of the values. */
  steps?: readonly string[];
  /** The step that has not ended: its bar is hatched. */
  running?: string | undefined;
  /** Colours of series that mean something; by default one after the other. */
  colourOf?(series: string): string;
}

/** Bars by step, stacked by series. The table beside it says the same in numbers. */
export function Bars({ parts, label, names, stepText, valueText, isWhole = false, ...further }: Props) {
  const { ref, width } = useElementSize();
  const hatch = useId();
  const { steps = [...new Set(parts.map(({ step }) => step))].sort(), running, colourOf } = further;
  const series = [...names.keys()];
  const x = scaleBand({
    domain: [...steps],
    range: [edge.left, Math.max(width - edge.right, edge.left)],
    padding: 0.3,
  });
  const y = scaleLinear({ domain: [0, highest(parts, steps)], range: [height - edge.bottom, edge.top], nice: true });
  const color = colourOf ?? scaleOrdinal({ domain: series, range: hues });
  const every = Math.max(1, Math.ceil((steps.length * labelPx) / Math.max(width - edge.left - edge.right, 1)));
  return (
    <figure className="chart" ref={ref}>
      {width > 0 ? (
        <svg width={width} height={height} role="img" aria-label={label}>
          <BarStack<Stack, string>
            data={stacksOf(parts, steps)}
            keys={series}
            value={(stack, key) => Number(stack[key] ?? 0)}
            x={({ step }) => step}
            xScale={x}
            yScale={y}
            color={color}
          />
          {running === undefined ? null : (
            <>
              <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="3" height="6" fill="var(--mantine-color-body)" />
              </pattern>
              <rect
                x={x(running) ?? 0}
                y={edge.top}
                width={x.bandwidth()}
                height={height - edge.top - edge.bottom}
                fill={`url(#${hatch})`}
              />
            </>
          )}
          <ValueAxis scale={y} valueText={valueText} isWhole={isWhole} />
          <AxisBottom
            scale={x}
            top={height - edge.bottom}
            hideTicks
            stroke="var(--line)"
            tickValues={steps.filter((_, place) => place % every === 0)}
            tickFormat={(step) => stepText(step)}
            tickLabelProps={{ ...axisTexts, textAnchor: 'middle' }}
          />
        </svg>
      ) : null}
      {series.length > 1 ? (
        <figcaption>
          {series.map((key) => (
            <span key={key} className="legend">
              <svg width="10" height="10" aria-hidden>
                <rect width="10" height="10" fill={color(key)} />
              </svg>
              {names.get(key)}
            </span>
          ))}
        </figcaption>
      ) : null}
    </figure>
  );
}
