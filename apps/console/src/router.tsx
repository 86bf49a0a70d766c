import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { base } from './base.js';
import { sessionQuery } from './api/session.js';
import { Frame } from './frame/frame.js';
import { CallFailed, NothingHere } from './frame/notices.js';
import { organizationOf, pathOf } from './frame/organization-path.js';
import { Home } from './pages/home.js';
import { Invitation } from './pages/invitation.js';
import { NoOrganization } from './pages/no-organization.js';
import { OpenIdCallback } from './pages/open-id-callback.js';
import { Profile } from './pages/profile.js';
import { ResetPassword } from './pages/reset-password.js';
import { SignIn } from './pages/sign-in.js';
import { Welcome } from './pages/welcome.js';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NothingHere,
  errorComponent: ({ error }) => <CallFailed error={error} />,
});
const page = <Path extends string>(path: Path, component: () => React.JSX.Element) =>
  createRoute({ getParentRoute: () => root, path, component });

const welcome = page('welcome', Welcome);
const invitation = page('invitation', Invitation);
const resetPassword = page('reset-password', ResetPassword);
const openIdCallback = page('auth/open_id/callback', OpenIdCallback);
const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  component: SignIn,
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
});

/** Pages for signed-in people; others sign in first and come back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session)
      throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { to: location.pathname } });
    return { session };
  },
});
const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: NoOrganization,
  beforeLoad: ({ context: { session } }) => {
    const [first] = session.memberships;
    if (first) throw redirect({ to: '/$organization', params: { organization: pathOf(first.organization) } });
  },
});
const profile = createRoute({ getParentRoute: () => signedIn, path: 'me', component: Profile });
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '$organization',
  component: Home,
  beforeLoad: ({ context: { session }, params }) => {
    const membership = organizationOf(session.memberships, params.organization);
    if (!membership) throw redirect({ to: '/' });
    return { membership };
  },
});

const routeTree = root.addChildren([
  welcome,
  signIn,
  invitation,
  resetPassword,
  openIdCallback,
  signedIn.addChildren([start, profile, home]),
]);

/** The pages, below the path of the console. */
export const routerWith = (queries: QueryClient) =>
  createRouter({ routeTree, basepath: `${base}/console`, context: { queries }, defaultPreload: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerWith>;
  }
}
