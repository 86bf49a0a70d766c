import { allRoutes, filePath, logoPath, type Method, type ServiceName } from '@tollgate/contracts';

/** A public call that another service answers. */
export interface ProxiedCall {
  method: Method;
  /** As the router spells it: `/api/v1/taxes/:code`. */
  path: string;
  service: Exclude<ServiceName, 'identity'>;
}

/** What those may read who have the address, without an API key. */
export const openCalls: ProxiedCall[] = [
  { method: 'GET', path: filePath, service: 'document' },
  { method: 'GET', path: logoPath, service: 'catalog' },
];

/** The calls that go on to other services: all but those of identity, which lives in the gateway. */
export const proxiedCalls = (calls = allRoutes): ProxiedCall[] =>
  calls.flatMap(({ method, path, service }) =>
    service === 'identity' ? [] : [{ method, path: `/api/v1${path}`, service }],
  );
