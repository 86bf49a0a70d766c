import * as contracts from '@tollgate/contracts';
import type { Method, Route, ServiceName } from '@tollgate/contracts';

/** A public call that another service answers. */
export interface ProxiedCall {
  method: Method;
  /** As the router spells it: `/api/v1/taxes/:code`. */
  path: string;
  service: Exclude<ServiceName, 'identity'>;
}

/** Every call of the published interface: the contracts come in groups such as `taxRoutes`. */
export const everyCall = (): Route[] =>
  Object.entries(contracts)
    .filter(([name]) => name.endsWith('Routes'))
    .flatMap(([, group]) => Object.values(group as Record<string, Route>));

/** The calls that go on to other services: all but those of identity, which lives in the gateway. */
export const proxiedCalls = (calls = everyCall()): ProxiedCall[] =>
  calls.flatMap(({ method, path, service }) => (service === 'identity' ? [] : [{ method, path: `/api/v1${path}`, service }]));
