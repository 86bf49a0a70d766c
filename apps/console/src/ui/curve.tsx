import { useState, type MouseEvent } from 'react';
import { AxisBottom } from '@visx/axis';
import { scaleLinear, scaleLog } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useElementSize } from '@mantine/hooks';
import { axisTexts, ValueAxis, valuesPx } from './value-axis.js';

/** A place of a curve, or a dot beside it. */
export interface CurvePoint {
  x: number;
  y: number;
}

const height = 240;
const edge = { top: 12, right: 16, bottom: 28, left: valuesPx };
/** The room that the text of a quantity takes. */
const labelPx = 90;
const dotPx = 5;
const chosenPx = 4;

interface Props {
  points: readonly CurvePoint[];
  /** Values beside the curve, such as those of past months. */
  dots: readonly CurvePoint[];
  /** Places at which something changes, such as the ends of ranges. */
  marks: readonly number[];
  isLogarithmic: boolean;
  label: string;
  quantityText(x: number): string;
  valueText(y: number): string;
  /** Whether values are whole, such as amounts in minor units. */
  isWhole: boolean;
  /** The point that the page describes. */
  chosen: number | null;
  onChoose(place: number): void;
}

/** The point whose place is nearest. */
function nearest(points: readonly CurvePoint[], px: (point: CurvePoint) => number, at: number): number {
  let found = 0;
  points.forEach((point, place) => {
    const best = points[found];
    if (best && Math.abs(px(point) - at) < Math.abs(px(best) - at)) found = place;
  });
  return found;
}

/** A curve over quantities. The tables beside it say the same in numbers, also to the keyboard. */
export function Curve({ points, dots, marks, isLogarithmic, label, quantityText, valueText, ...further }: Props) {
  const { ref, width } = useElementSize();
  const [last, setLast] = useState<number | null>(null);
  const { isWhole, chosen, onChoose } = further;
  const xs = [...points, ...dots].map(({ x }) => x).filter((x) => !isLogarithmic || x > 0);
  const ys = [...points, ...dots].map(({ y }) => y);
  const place = { range: [edge.left, Math.max(width - edge.right, edge.left)] };
  const domain = [Math.min(...xs), Math.max(...xs)];
  const x = isLogarithmic ? scaleLog<number>({ ...place, domain }) : scaleLinear<number>({ ...place, domain });
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...ys), Math.max(...ys) || 1],
    range: [height - edge.bottom, edge.top],
    nice: true,
  });
  const at = { x: (point: CurvePoint) => x(point.x), y: (point: CurvePoint) => y(point.y) };
  const isShown = ({ x: quantity }: CurvePoint) => !isLogarithmic || quantity > 0;
  const described = chosen === null ? undefined : points[chosen];
  const move = ({ clientX, currentTarget }: MouseEvent<SVGRectElement>) => {
    const found = nearest(points, at.x, clientX - currentTarget.getBoundingClientRect().left + edge.left);
    if (found !== last) onChoose(found);
    setLast(found);
  };
  return (
    <figure className="chart" ref={ref}>
      {width > 0 && points.length > 0 ? (
        <svg width={width} height={height} role="img" aria-label={label}>
          {marks
            .filter((mark) => mark >= (domain[0] ?? 0) && mark <= (domain[1] ?? 0))
            .map((mark) => (
              <line
                key={mark}
                x1={x(mark)}
                x2={x(mark)}
                y1={edge.top}
                y2={height - edge.bottom}
                stroke="var(--line)"
                strokeDasharray="3 3"
              />
            ))}
          <LinePath<CurvePoint> data={points.filter(isShown)} {...at} stroke="var(--chart-1)" strokeWidth={2} />
          {dots.filter(isShown).map((dot, order) => (
            <circle key={order} cx={at.x(dot)} cy={at.y(dot)} r={dotPx} fill="var(--chart-2)" />
          ))}
          {described && isShown(described) ? (
            <circle cx={at.x(described)} cy={at.y(described)} r={chosenPx} fill="var(--chart-1)" />
          ) : null}
          <ValueAxis scale={y} valueText={valueText} isWhole={isWhole} />
          <AxisBottom
            scale={x}
            top={height - edge.bottom}
            hideTicks
            stroke="var(--line)"
            tickValues={ticksOf(x.ticks(), Math.floor((width - edge.left) / labelPx))}
            tickFormat={(tick) => quantityText(Number(tick))}
            tickLabelProps={{ ...axisTexts, textAnchor: 'middle' }}
          />
          <rect
            x={edge.left}
            y={edge.top}
            width={Math.max(width - edge.left - edge.right, 0)}
            height={height - edge.top - edge.bottom}
            fill="transparent"
            onMouseMove={move}
          />
        </svg>
      ) : null}
    </figure>
  );
}

/** As many of the texts along an axis as have room. */
function ticksOf(ticks: readonly number[], most: number): number[] {
  const every = Math.max(1, Math.ceil(ticks.length / Math.max(most, 2)));
  return ticks.filter((_, place) => place % every === 0);
}
