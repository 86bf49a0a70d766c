import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useElementSize } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { monthText } from '../../frame/dates.js';
import { moneyText } from '../../records/money.js';

/** An amount of a month, and what it is of. */
export interface Part {
  month: string;
  series: string;
  cents: number;
}

type Stack = { month: string } & Record<string, number | string>;

const height = 260;
const edge = { top: 8, right: 8, bottom: 28, left: 84 };
const narrowPx = 480;
const hues = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
];

/** Amounts of one month as a row, by series. The API has one for each month and series. */
const stacksOf = (parts: readonly Part[], months: readonly string[]): Stack[] =>
  months.map((month) => ({
    month,
    ...Object.fromEntries(parts.filter((part) => part.month === month).map(({ series, cents }) => [series, cents])),
  }));

/** The height of the highest bar, for the scale alone: no page shows it. */
const highest = (parts: readonly Part[], months: readonly string[]): number =>
  Math.max(
    1,
    ...months.map((month) =>
      parts.filter((part) => part.month === month && part.cents > 0).reduce((height_, { cents }) => height_ + cents, 0),
    ),
  );

const labels = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 };

interface Props {
  parts: readonly Part[];
  currency: string;
  label: string;
  /** Names of series, in the order of their bars. */
  names: ReadonlyMap<string, string>;
}

/** Bars by month, stacked by series. The table beside it says the same in numbers. */
export function Bars({ parts, currency, label, names }: Props) {
  const { i18n } = useLingui();
  const { ref, width } = useElementSize();
  const months = [...new Set(parts.map(({ month }) => month))].sort();
  const series = [...names.keys()];
  const x = scaleBand({ domain: months, range: [edge.left, Math.max(width - edge.right, edge.left)], padding: 0.3 });
  const y = scaleLinear({ domain: [0, highest(parts, months)], range: [height - edge.bottom, edge.top], nice: true });
  const color = scaleOrdinal({ domain: series, range: hues });
  const every = width < narrowPx ? 4 : 2;
  return (
    <figure className="chart" ref={ref}>
      {width > 0 ? (
        <svg width={width} height={height} role="img" aria-label={label}>
          <BarStack<Stack, string>
            data={stacksOf(parts, months)}
            keys={series}
            value={(stack, key) => Number(stack[key] ?? 0)}
            x={({ month }) => month}
            xScale={x}
            yScale={y}
            color={color}
          />
          <AxisLeft
            scale={y}
            left={edge.left}
            numTicks={4}
            hideTicks
            stroke="var(--line)"
            tickValues={y.ticks(4).filter((tick) => Number.isInteger(tick))}
            tickFormat={(tick) => moneyText(Number(tick), currency, i18n.locale)}
            tickLabelProps={{ ...labels, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          <AxisBottom
            scale={x}
            top={height - edge.bottom}
            hideTicks
            stroke="var(--line)"
            tickValues={months.filter((_, place) => months.length <= every + every || place % every === 0)}
            tickFormat={(month) => monthText(month, i18n.locale)}
            tickLabelProps={{ ...labels, textAnchor: 'middle' }}
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
