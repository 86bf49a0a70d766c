import {
  addressOf,
  filePath,
  logoPath,
  pagePath,
  paymentEventPath,
  payPath,
  sandboxActPath,
  sandboxPagePath,
  servedRoutes,
  type Method,
  type ServiceName,
} from '@tollgate/contracts';

/** A public call that another service answers. */
export interface ProxiedCall {
  method: Method;
  /** In the router's form: `/api/v1/taxes/:code`. */
  path: string;
  service: Exclude<ServiceName, 'identity'>;
  /** Whether customers make it, with the token of their portal address. */
  isForCustomers?: boolean;
  /** Whether senders of events may make it, with the secret of an event source. */
  isForSources?: boolean;
  /** The answer goes on until a limit of time, and holds its connection for as long. */
  streams?: boolean;
}

/** Calls that need no API key, only the address or a signature. */
export const openCalls: ProxiedCall[] = [
  { method: 'GET', path: filePath, service: 'document' },
  { method: 'GET', path: pagePath, service: 'document' },
  { method: 'POST', path: payPath, service: 'document' },
  { method: 'GET', path: logoPath, service: 'catalog' },
  { method: 'POST', path: paymentEventPath, service: 'payment' },
  { method: 'GET', path: sandboxPagePath, service: 'payment' },
  { method: 'POST', path: sandboxActPath, service: 'payment' },
];

/** The calls for other services: all except those of identity, which runs in the gateway. */
export const proxiedCalls = (calls = servedRoutes): ProxiedCall[] =>
  calls.flatMap((route) =>
    route.service === 'identity'
      ? []
      : [
          {
            method: route.method,
            path: addressOf(route),
            service: route.service,
            isForCustomers: route.access === 'portal',
            isForSources: route.access === 'source',
            streams: route.answerType === 'text/event-stream',
          },
        ],
  );
