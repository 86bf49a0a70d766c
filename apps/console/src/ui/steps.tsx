import { AxisBottom } from '@visx/axis';
import { curveStepAfter } from '@visx/curve';
import { scaleLinear, scaleTime } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { useElementSize } from '@mantine/hooks';
import { axisTexts, ValueAxis, valuesPx } from './value-axis.js';

/** A level from an instant on. */
export interface Level {
  at: string;
  value: number;
}

const height = 220;
const edge = { top: 8, right: 16, bottom: 28, left: valuesPx };
/** The room that the text of an instant takes. */
const labelPx = 110;

interface Props {
  levels: readonly Level[];
  label: string;
  instantText(iso: string): string;
  valueText(value: number): string;
}

const timeOf = ({ at }: Level): number => Date.parse(at);

/** A level over time, as steps. The table beside it says the same in numbers. */
export function Steps({ levels, label, instantText, valueText }: Props) {
  const { ref, width } = useElementSize();
  const times = levels.map(timeOf);
  const values = levels.map(({ value }) => value);
  const x = scaleTime({
    domain: [Math.min(...times), Math.max(...times)],
    range: [edge.left, Math.max(width - edge.right, edge.left)],
  });
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(1, ...values)],
    range: [height - edge.bottom, edge.top],
    nice: true,
  });
  const data = [...levels];
  const at = { x: (level: Level) => x(timeOf(level)), y: ({ value }: Level) => y(value) };
  return (
    <figure className="chart" ref={ref}>
      {width > 0 ? (
        <svg width={width} height={height} role="img" aria-label={label}>
          <AreaClosed<Level>
            data={data}
            {...at}
            yScale={y}
            curve={curveStepAfter}
            fill="var(--chart-1)"
            opacity={0.15}
          />
          <LinePath<Level> data={data} {...at} curve={curveStepAfter} stroke="var(--chart-1)" strokeWidth={2} />
          <ValueAxis scale={y} valueText={valueText} isWhole />
          <AxisBottom
            scale={x}
            top={height - edge.bottom}
            hideTicks
            stroke="var(--line)"
            numTicks={Math.max(2, Math.floor((width - edge.left) / labelPx))}
            tickFormat={(tick) => instantText(new Date(Number(tick)).toISOString())}
            tickLabelProps={{ ...axisTexts, textAnchor: 'middle' }}
          />
        </svg>
      ) : null}
    </figure>
  );
}
