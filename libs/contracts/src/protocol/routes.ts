import * as resources from '../resources/index.js';
import type { Route } from '../http/route.js';

const suffix = 'Routes';

/** Resources publish their calls in groups such as `taxRoutes`; this code finds all of them. */
const groups = Object.entries(resources)
  .filter(([name]) => name.endsWith(suffix))
  .map(([name, group]) => ({
    resource: name.slice(0, -suffix.length),
    calls: Object.entries(group as Record<string, Route>),
  }));

/** Every call of the public interface. */
export const allRoutes: Route[] = groups.flatMap(({ calls }) => calls.map(([, route]) => route));

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const operationIds = new Map(
  groups.flatMap(({ resource, calls }) =>
    calls.map(([call, route]) => [route, `${call}${upperFirst(resource)}`] as const),
  ),
);

/** The name of a published call, such as `createTax`. */
export function operationIdOf(route: Route): string {
  const id = operationIds.get(route);
  if (id === undefined) throw new Error(`Not a published call: ${route.method} ${route.path}`);
  return id;
}
