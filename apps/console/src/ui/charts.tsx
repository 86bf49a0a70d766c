import { lazy, Suspense, type ComponentProps } from 'react';
import type { Bars as LoadedBars } from './bars.js';
import type { Curve as LoadedCurve } from './curve.js';
import { Loading } from './loading.js';
import type { Ranges as LoadedRanges } from './ranges.js';
import type { Steps as LoadedSteps } from './steps.js';

const LazyBars = lazy(async () => ({ default: (await import('./bars.js')).Bars }));
const LazyCurve = lazy(async () => ({ default: (await import('./curve.js')).Curve }));
const LazyRanges = lazy(async () => ({ default: (await import('./ranges.js')).Ranges }));
const LazySteps = lazy(async () => ({ default: (await import('./steps.js')).Steps }));

/** Bars by step, whose code comes with the first chart of a tab. */
export const Bars = (props: ComponentProps<typeof LoadedBars>) => (
  <Suspense fallback={<Loading label={props.label} />}>
    <LazyBars {...props} />
  </Suspense>
);

/** Levels over time, whose code comes with the first chart of a tab. */
export const Steps = (props: ComponentProps<typeof LoadedSteps>) => (
  <Suspense fallback={<Loading label={props.label} />}>
    <LazySteps {...props} />
  </Suspense>
);

/** A curve over quantities, whose code comes with the first chart of a tab. */
export const Curve = (props: ComponentProps<typeof LoadedCurve>) => (
  <Suspense fallback={<Loading label={props.label} />}>
    <LazyCurve {...props} />
  </Suspense>
);

/** Expected values with their bounds, whose code comes with the first chart of a tab. */
export const Ranges = (props: ComponentProps<typeof LoadedRanges>) => (
  <Suspense fallback={<Loading label={props.label} />}>
    <LazyRanges {...props} />
  </Suspense>
);
