import * as resources from '../resources/index.js';
import type { Route } from '../http/route.js';

/** Every call of the public interface. Resources publish theirs in groups such as `taxRoutes`; this finds all of them. */
export const allRoutes: Route[] = Object.entries(resources)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, group]) => Object.values(group as Record<string, Route>));
