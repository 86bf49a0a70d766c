import * as resources from '../resources/index.js';
import type { Route } from '../http/route.js';

/** Every published call. Resources publish theirs in groups such as `taxRoutes`; this finds all of them. */
export const allRoutes: Route[] = Object.entries(resources)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, group]) => Object.values(group as Record<string, Route>));

/** The calls about the installation. */
export const operatorRoutes: Route[] = Object.values(resources.operatorCalls);

/** Every call that services answer: the published ones, those of other interfaces, and those of operators. */
export const servedRoutes: Route[] = [...allRoutes, resources.meterEventCall, ...operatorRoutes];
