import { barsOf } from './bars.js';
import { accent, looks, Shown } from './frame.js';
import { useUsageSeries, type UsageSeriesRequest } from './hooks.js';
import { dayText, unitsText } from './money.js';
import { useTollgate } from './provider.js';
import type { UsageStep } from './types.js';

const height = 160;
const width = 600;
/** The least share of the accent colour that a group has. */
const palest = 0.35;

/** The usage of a metric by day or hour: bars, and a table of the same figures for screen readers and for a closer look. */
export function UsageChart(request: UsageSeriesRequest) {
  const { texts } = useTollgate();
  return (
    <Shown of={useUsageSeries(request)}>
      {({ usage_series: series }) => (series.length === 0 ? <p>{texts.noUsage}</p> : <Chart series={series} />)}
    </Shown>
  );
}

function Chart({ series }: { series: readonly UsageStep[] }) {
  const { locale, texts } = useTollgate();
  const groups = [...new Set(series.map(({ group }) => group))];
  const opacityOf = (group: string | null) => 1 - (groups.indexOf(group) / groups.length) * (1 - palest);
  return (
    <figure className="tollgate-usage" style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.usageByDay}
      >
        {barsOf(series).map((bar) => (
          <rect
            key={bar.key}
            x={bar.x * width}
            y={bar.y * height}
            width={bar.width * width}
            height={bar.height * height}
            fill={accent}
            fillOpacity={opacityOf(bar.group)}
          >
            <title>
              {[dayText(bar.step, locale), bar.group, unitsText(bar.units, locale)].filter(Boolean).join(' · ')}
            </title>
          </rect>
        ))}
      </svg>
      <details>
        <summary>{texts.usageByDay}</summary>
        <table style={looks.table}>
          <thead>
            <tr>
              <th scope="col" style={looks.cell}>
                {texts.day}
              </th>
              <th scope="col" style={looks.number}>
                {texts.units}
              </th>
            </tr>
          </thead>
          <tbody>
            {series.map((step) => (
              <tr key={`${step.from_datetime} ${step.group ?? ''}`}>
                <th scope="row" style={looks.cell}>
                  {dayText(step.from_datetime, locale)} {step.group}
                </th>
                <td style={looks.number}>{unitsText(step.units, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
