import '@mantine/core/styles.css';
import './frame/console.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { show } from './frame/show.js';
import { routerWith } from './router.js';

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

await show(
  <QueryClientProvider client={queries}>
    <RouterProvider router={routerWith(queries)} />
  </QueryClientProvider>,
);
