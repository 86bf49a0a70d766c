import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Api } from '@tollgate/harness/api';
import { field, latestMail, openEmptySandbox, openPart, watch, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const [ada, ben, cleo] = ['ada@buyer.example', 'ben@buyer.example', 'cleo@buyer.example'];
let api: Api;
let home: string;
/** The page of the organization. */
let page: Page;
let messages: () => string[];
/** The portal of the admin, and of the payer. */
let adas: Page;
let bens: Page;

const dialog = () => page.getByRole('dialog');
const part = () => page.getByRole('main').locator('section.part', { hasText: 'People in the portal' });
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);
const people = () => adas.getByRole('region', { name: 'People', exact: true });
const shownToPayers = ['Overview', 'Invoices', 'Documents', 'Prepaid credits', 'Payment methods'];
const headings = (of: Page) => of.getByRole('heading', { level: 2 });
/** A revoked session answers 401, which the browser reports. */
const isMeant = (message: string) => message.includes('401');
/** The sample of a document runs no script, so the browser reports those of the test. */
const isOfSample = (message: string) => message.startsWith("Blocked script execution in 'about:srcdoc'");

/** Signs in with the code of a mail. @returns the portal of the person */
async function enter(browser: Browser, address: string, email: string): Promise<Page> {
  const portal = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await portal.goto(address);
  await portal.getByLabel('E-mail address').fill(email);
  await portal.getByRole('button', { name: 'Send a code' }).click();
  await field(portal, 'Code').fill(await latestMail(email, /\d{4} \d{4}/));
  await portal.getByRole('button', { name: 'Sign in' }).click();
  await expect(portal.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible();
  return portal;
}

test.beforeAll(async ({ browser }) => {
  const sandbox = await makeEmptySandbox('petra@example.com');
  ({ api } = sandbox);
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', name: 'Acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await api.ok('POST', '/api/v1/invoices', {
    invoice: { external_customer_id: 'acme', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
  });
  ({ page, messages, home } = await openEmptySandbox(browser, sandbox));
});

test('an organization lets customers manage people, and adds the first one', async () => {
  const { billing_entities: entities } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  await page.goto(`${home}/settings/billing-entities/${entities[0]?.code ?? ''}`);
  await page.getByRole('button', { name: 'Edit the portal', exact: true }).click();
  await dialog().getByLabel('Sign-in with a code from a mail').check();
  await dialog().getByLabel('Customers manage their people').check();
  await dialog().getByRole('button', { name: 'Edit the portal', exact: true }).click();
  await notice('The billing entity is changed.');

  await page.goto(`${home}/customers/acme?tab=portal`);
  await expect(part()).toContainText('No person.');
  await part().getByRole('button', { name: 'Add a person to the portal' }).click();
  await dialog().getByLabel('E-mail').fill(ada);
  await dialog().getByLabel('Role').selectOption({ label: 'Sees everything, changes nothing' });
  await withoutBarriers(page);
  await dialog().getByRole('button', { name: 'Add a person to the portal' }).click();
  await notice('The person is added.');
  const row = part().locator('tbody tr');
  await expect(row).toContainText(ada);
  await row.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Change the person' }).press('Enter');
  await dialog().getByLabel('Name').fill('Ada Martin');
  await dialog().getByLabel('Role').selectOption({ label: 'Everything, and manages people' });
  await dialog().getByRole('button', { name: 'Change the person' }).press('Enter');
  await notice('The person is changed.');
  await expect(row).toContainText('Everything, and manages people');
  await withoutBarriers(page);
  expect(messages().filter((message) => !isOfSample(message))).toEqual([]);
});

test('an admin of a customer invites a payer, who sees what the role shows', async ({ browser }) => {
  const { organization } = await api.ok<{ organization: { slug: string } }>('GET', '/api/v1/organizations');
  adas = await enter(browser, `/portal/sign-in/${organization.slug}`, ada);
  const reports = watch(adas);
  await openPart(adas, 'Your data');
  await expect(people()).toContainText('Ada Martin (you)');
  await people().getByLabel('E-mail address').fill(ben);
  await people().getByLabel('Role', { exact: true }).selectOption({ label: 'Invoices, payments and credits' });
  await withoutBarriers(adas);
  await people().getByRole('button', { name: 'Invite' }).click();
  await expect(people().getByRole('status')).toContainText(`${ben} is invited.`);
  await expect(people().getByRole('article')).toHaveCount(2);
  await people().getByLabel(`Documents by mail to ${ben}`).press('Space');
  await expect(people().getByLabel(`Documents by mail to ${ben}`)).toBeChecked();
  await expect
    .poll(
      async () =>
        (await api.ok<{ portal_people: object[] }>('GET', '/api/v1/customers/acme/portal_people')).portal_people,
    )
    .toMatchObject([{ email: ada }, { email: ben, receives_documents: true }]);
  expect(reports()).toEqual([]);

  const address = await latestMail(ben, /https?:\S+\/portal\/sign-in\/[\w-]+/);
  bens = await enter(browser, new URL(address).pathname, ben);
  await expect(headings(bens)).toHaveText(['Amounts due', 'Invoices']);
  await expect(bens.getByRole('navigation').getByRole('link')).toHaveText(shownToPayers);
  await expect(bens.getByRole('checkbox')).toHaveCount(1);
});

test('a viewer sees all without a button that changes something', async ({ browser }) => {
  await people().getByLabel('E-mail address').fill(cleo);
  await people().getByRole('button', { name: 'Invite' }).press('Enter');
  await expect(people().getByRole('article')).toHaveCount(3);
  const address = await latestMail(cleo, /https?:\S+\/portal\/sign-in\/[\w-]+/);
  const cleos = await enter(browser, new URL(address).pathname, cleo);
  const reports = watch(cleos);
  await openPart(cleos, 'Your data');
  await expect(cleos.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expect(cleos.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await openPart(cleos, 'Overview');
  await expect(cleos.getByRole('region', { name: 'Amounts due' })).toBeVisible();
  await expect(cleos.getByRole('checkbox')).toHaveCount(0);
  await expect(cleos.getByRole('button', { name: /^(Pay|Save|Enter a payment method|Invite|Remove)/ })).toHaveCount(0);
  await withoutBarriers(cleos);
  expect(reports()).toEqual([]);
});

test('a new role closes an open page, and a removed person is gone', async () => {
  const reports = watch(bens);
  await people().getByLabel(`Role of ${ben}`).selectOption({ label: 'Sees everything, changes nothing' });
  await expect(bens.getByRole('heading', { name: 'This address has ended' })).toBeVisible({ timeout: 20_000 });
  expect(reports().filter((message) => !isMeant(message))).toEqual([]);
  await people()
    .getByRole('button', { name: `Remove ${ben}` })
    .press('Enter');
  await expect(people().getByRole('article')).toHaveCount(2);
  const entries = async () =>
    (
      await api.ok<{ activity_logs: { user_email: string }[] }>(
        'GET',
        '/api/v1/activity_logs?activity_types[]=portal_person.deleted',
      )
    ).activity_logs;
  await expect.poll(entries).toMatchObject([{ user_email: ada }]);
});
