import { expect, test, type Page } from '@playwright/test';
import { consoleHeaders, field, latestMail, open, password, signIn, watch, withoutBarriers } from './browser.ts';
import { TOTP } from 'otpauth';

test.describe.configure({ mode: 'serial' });

const ada = 'ada@example.com';
const newPassword = 'another horse battery';

test('the setup link makes the first person, once', async ({ page }) => {
  const messages = watch(page);
  await page.goto(String(process.env.ENTRANCE));
  await expect(page.getByRole('heading', { name: 'Set up your installation' })).toBeVisible();
  expect(page.url()).not.toContain('#');
  await withoutBarriers(page);
  await field(page, 'E-mail address').fill(ada);
  await field(page, 'Name').fill('Ada');
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();
  await withoutBarriers(page);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain('tollgate');
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await page.evaluate<string>('JSON.stringify(window.localStorage) + document.cookie')).not.toContain('tgs_');
  expect(messages()).toEqual([]);

  await page.goto('about:blank');
  await page.goto(String(process.env.ENTRANCE));
  await field(page, 'E-mail address').fill('eve@example.com');
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('alert')).toContainText('This is not valid, or has expired.');
});

test('a person signs in, sees its sessions, makes a sandbox and signs out', async ({ page }) => {
  const messages = watch(page);
  await open(page, '/console');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await withoutBarriers(page);
  await field(page, 'E-mail address').fill(ada);
  await field(page, 'Password').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is wrong.');
  await withoutBarriers(page);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Ada' }).click();
  await field(page, 'Name of the organization').fill('Trial');
  await page.getByLabel(/^Sandbox/).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Trial', exact: true })).toBeVisible();
  await expect(page.locator('.clock-bar time')).toContainText('UTC');
  await withoutBarriers(page);
  await page.getByRole('combobox', { name: 'Organization' }).selectOption('Demo');
  await expect(page.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();

  await open(page, '/console/nowhere/invoices');
  await expect(page.getByRole('heading', { name: 'You are not a member of nowhere' })).toBeVisible();
  await withoutBarriers(page);
  await page.getByRole('main').getByRole('link', { name: 'Demo' }).click();
  await expect(page.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByRole('row', { name: /This session/ })).toHaveCount(1);
  await withoutBarriers(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // The device stays known to the person.
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith('tollgate-device-'))).toEqual([]);
  await open(page, '/console/demo');
  await expect(page).toHaveURL(/\/console\/sign-in/);
  // The browser reports each refused call.
  expect(messages().filter((message) => !message.includes('422'))).toEqual([]);
});

test('an authenticator is set up, asked for and removed', async ({ page }) => {
  const messages = watch(page);
  await open(page, '/console/me');
  await signIn(page, ada);
  await expect(page.getByRole('heading', { name: 'Authenticator' })).toBeVisible();
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await expect(page.getByRole('img', { name: 'Secret of the authenticator' })).toBeVisible();
  await withoutBarriers(page);
  const secret = await page.locator('.copyable code').innerText();
  await field(page, 'Code of your authenticator').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status', { name: 'The authenticator is set up' })).toBeVisible();
  const [recovery = '', other = ''] = (await page.locator('pre').innerText()).split('\n');
  await withoutBarriers(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, ada);
  await page.getByLabel('Code of your authenticator, or a recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Ada' }).click();
  await page.getByRole('button', { name: 'Remove the authenticator' }).click();
  await field(page, 'Password').fill(password);
  await page.getByLabel('Code of your authenticator, or a recovery code').fill(other);
  await page.getByRole('button', { name: 'Remove the authenticator' }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator' })).toBeVisible();
  expect(messages().filter((message) => !message.includes('422'))).toEqual([]);
});

test('an invited person accepts, with the address of the invitation', async ({ page, browser }) => {
  await open(page, '/console/sign-in');
  await field(page, 'E-mail address').fill(ada);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();
  const url = await invitationTo('bob@example.com', page);

  const theirs = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  const messages = watch(theirs);
  await theirs.goto(url);
  await expect(theirs.getByRole('heading', { name: 'Einladung annehmen' })).toBeVisible();
  await withoutBarriers(theirs);
  await field(theirs, 'Passwort').fill(password);
  await theirs.getByRole('button', { name: 'Annehmen' }).click();
  await expect(theirs.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Rechnungen', exact: true })).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Organisation anlegen' })).toHaveCount(0);
  expect(messages()).toEqual([]);
});

test('a new password is set with the mail', async ({ page }) => {
  const messages = watch(page);
  await open(page, '/console/reset-password');
  await withoutBarriers(page);
  await field(page, 'E-mail address').fill(ada);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await expect(page.getByRole('status')).toContainText('Check your mail');
  await page.goto('about:blank');
  await page.goto(await latestMail(ada, /http\S+\/reset-password\/[0-9a-f]{40}/));
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await withoutBarriers(page);
  await field(page, 'New password').fill(newPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('status')).toContainText('The new password is set');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await field(page, 'E-mail address').fill(ada);
  await field(page, 'Password').fill(newPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Demo', exact: true })).toBeVisible();
  expect(messages()).toEqual([]);
});

test('other addresses explain themselves', async ({ page }) => {
  const messages = watch(page);
  await open(page, '/customer-portal/some-token');
  await expect(page.getByRole('heading', { name: 'This address has ended' })).toBeVisible();
  await withoutBarriers(page);
  await open(page, '/console/auth/open_id/callback?code=1&state=2');
  await expect(page.getByRole('alert')).toContainText('took too long');
  expect(page.url()).not.toContain('code=');
  await open(page, '/console/a/b/c');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  expect(messages().filter((message) => !/401|422/.test(message))).toEqual([]);
});

/** Invites a person with the session of a page. @returns the address of the invitation */
async function invitationTo(email: string, page: Page): Promise<string> {
  const headers = consoleHeaders();
  const { session } = (await (await page.request.get('/api/v1/session', { headers })).json()) as Signed;
  const [membership] = session.memberships;
  const response = await page.request.post('/api/v1/invites', {
    headers: { ...headers, 'X-Svc-Organization': membership?.organization.svc_id ?? '' },
    data: { invite: { email, roles: ['finance'] } },
  });
  return ((await response.json()) as { invite: { url: string } }).invite.url;
}

interface Signed {
  session: { memberships: { organization: { svc_id: string } }[] };
}
