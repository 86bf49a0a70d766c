import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery } from './api/session.js';
import { Frame } from './frame/frame.js';
import { CallFailed, NothingHere } from './frame/notices.js';
import { NoMember } from './frame/no-member.js';
import { pathOf } from './frame/organization-path.js';
import { NoOrganization } from './features/organizations/no-organization.js';
import { ConfirmSignIn } from './features/account/confirm-sign-in.js';
import { Invitation } from './features/account/invitation.js';
import { OpenIdCallback } from './features/account/open-id-callback.js';
import { Profile } from './features/account/profile.js';
import { ResetPassword } from './features/account/reset-password.js';
import { SignIn } from './features/account/sign-in.js';
import { Welcome } from './features/account/welcome.js';

/** Loads the code of a page. */
export type Load = () => Promise<() => React.JSX.Element | null>;

const mostCharacters = 500;

/** The texts of an address, none of them very long. */
export const textsOf = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' && value.length <= mostCharacters ? [[name, value]] : [],
    ),
  );

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NothingHere,
  errorComponent: ({ error }) => <CallFailed error={error} />,
});
const page = <Path extends string>(path: Path, component: () => React.JSX.Element) =>
  createRoute({ getParentRoute: () => root, path, component });

export const welcome = page('welcome', Welcome);
export const invitation = page('invitation', Invitation);
export const resetPassword = page('reset-password', ResetPassword);
export const confirmSignIn = page('confirm-sign-in', ConfirmSignIn);
export const openIdCallback = page('auth/open_id/callback', OpenIdCallback);
export const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  component: SignIn,
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
});

/** Pages for signed-in people; others sign in first and come back. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session)
      throw redirect({
        to: '/sign-in',
        search: location.pathname === '/' ? {} : { to: location.pathname + location.searchStr },
      });
    return { session };
  },
});
export const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: NoOrganization,
  beforeLoad: ({ context: { session } }) => {
    const [first] = session.memberships;
    if (first) throw redirect({ to: '/$organization', params: { organization: pathOf(first.organization) } });
  },
});
export const profile = createRoute({ getParentRoute: () => signedIn, path: 'me', component: Profile });
/** An address may come from a colleague: it leads to no other organization by itself. */
export const notAMember = createRoute({
  getParentRoute: () => signedIn,
  path: 'not-a-member',
  component: NoMember,
  validateSearch: textsOf,
});
