import './frame/mantine.js';
import './frame/font.css';
import './frame/console.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Refusal } from './api/client.js';
import { isPassing } from './frame/call-error.js';
import { show } from './frame/show.js';
import { routerWith } from './router.js';

/** A refused call would be refused again. */
const isRefused = (error: unknown): boolean => error instanceof Refusal && error.status >= 400 && error.status < 500;
/** A page whose service does not answer tries again by itself. */
const tryAgainMs = 5_000;
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !isRefused(error),
      refetchInterval: ({ state: { error } }) => (error instanceof Refusal && isPassing(error) ? tryAgainMs : false),
    },
  },
});

await show(
  <QueryClientProvider client={queries}>
    <RouterProvider router={routerWith(queries)} />
  </QueryClientProvider>,
);
