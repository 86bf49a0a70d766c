import { lazy, Suspense, type ComponentProps } from 'react';
import type { Bars as LoadedBars } from './bars.js';
import { Loading } from './loading.js';
import type { Steps as LoadedSteps } from './steps.js';

const LazyBars = lazy(async () => ({ default: (await import('./bars.js')).Bars }));
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
