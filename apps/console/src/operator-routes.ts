import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addTexts } from './frame/languages.js';
import { signedIn, textsOf, type Load } from './people-routes.js';

/** The pages of the installation; their texts come with the first visit. */
const frame = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator',
  component: lazyRouteComponent(async () => {
    const [{ OperatorFrame }] = await Promise.all([
      import('./features/operator/frame.js'),
      addTexts((language) => import(`./locales/operator/${language}.po`)),
    ]);
    return { default: OperatorFrame };
  }),
});
const operatorPage = <Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
    validateSearch: textsOf,
  });
const pages = [
  operatorPage('/', async () => (await import('./features/operator/organizations.js')).Organizations),
  operatorPage('organizations/$id', async () => (await import('./features/operator/organization.js')).OrganizationPage),
  operatorPage('parked', async () => (await import('./features/operator/parked.js')).ParkedItems),
  operatorPage('parked/$id', async () => (await import('./features/operator/parked.js')).ParkedItemPage),
  operatorPage('paused-webhooks', async () => (await import('./features/operator/paused-webhooks.js')).PausedWebhooks),
  operatorPage('services', async () => (await import('./features/operator/services.js')).Services),
  operatorPage('test-clocks', async () => (await import('./features/operator/test-clocks.js')).TestClocks),
  operatorPage('operators', async () => (await import('./features/operator/operators.js')).Operators),
] as const;

/** The pages for the operators of the installation. */
export const operator = frame.addChildren([...pages]);
