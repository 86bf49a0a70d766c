import './mantine.js';
import '../frame/console.css';
import './portal.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Refusal } from '../api/client.js';
import { show } from '../frame/show.js';
import { customerQuery } from './calls.js';
import { FramedPage } from './embed/framed-page.js';
import { framedPart } from './place.js';
import { PortalPage } from './portal-page.js';

/** A refused call would be refused again. */
const isRefused = (error: unknown): boolean => error instanceof Refusal && error.status >= 400 && error.status < 500;

/** An address that ends while the page is open: the page reads the customer again, and says so. */
function onRefusal(error: unknown): void {
  if (error instanceof Refusal && error.status === 401) void queries.resetQueries(customerQuery);
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== customerQuery.queryKey[0]) onRefusal(error);
    },
  }),
  mutationCache: new MutationCache({ onError: onRefusal }),
  defaultOptions: { queries: { retry: (failures, error) => failures < 1 && !isRefused(error) } },
});

await show(
  <QueryClientProvider client={queries}>
    {framedPart === null ? <PortalPage /> : <FramedPage name={framedPart} />}
  </QueryClientProvider>,
);
