import { expect, test, type Page } from '@playwright/test';
import { openEmptySandbox, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let home: string;
let page: Page;
let messages: () => string[];

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);

test.beforeAll(async ({ browser }) => {
  const sandbox = await makeEmptySandbox('mia@example.com');
  const { api } = sandbox;
  const plan = { name: 'Pro', code: 'pro', interval: 'monthly', amount_cents: 1000, amount_currency: 'EUR' };
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: true } });
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'stays', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'stays', external_id: 'stays', plan_code: 'pro' },
  });
  ({ page, messages, home } = await openEmptySandbox(browser, sandbox));
});
test.afterEach(() => expect(messages()).toEqual([]));

test('a plan changes for new subscriptions alone, and the others follow later', async () => {
  await page.goto(`${home}/catalog/plans/pro`);
  await main().getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Change for some subscriptions' }).click();
  await dialog().getByLabel('Amount of each period').fill('77');
  await expect(dialog().getByLabel('Applies to')).toHaveValue('new');
  await expect(dialog()).toContainText('0 subscriptions get the terms. 1 stays as it is.');
  await withoutBarriers(page);
  await dialog().getByRole('button', { name: 'Change for some subscriptions' }).click();
  await notice('The migration is requested.');
  const count = (label: string) => main().locator('dl > div', { hasText: label }).locator('dd');
  const row = main().getByRole('table', { name: 'Subscriptions' }).getByRole('row', { name: 'stays' });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Stayed at its version', { timeout: 2_000 });
  }).toPass();
  await withoutBarriers(page);
  await page.goto(`${home}/subscriptions/stays?tab=prices`);
  await expect(main()).toContainText('Version of the plan');
  await page.goto(`${home}/catalog/plans/pro`);
  await main().getByRole('button', { name: 'More actions' }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Move subscriptions to the present version' }).press('Enter');
  await expect(dialog()).toContainText('1 subscription gets the terms.');
  await withoutBarriers(page);
  await dialog().getByRole('button', { name: 'Move subscriptions to the present version' }).press('Enter');
  await notice('The migration is requested.');
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Moved to the plan', { timeout: 2_000 });
  }).toPass();
  await expect(count('Moved to the plan')).toHaveText('1');
  await page.goto(`${home}/catalog/plan-migrations?plan_code=pro`);
  await expect(main().getByRole('table').getByRole('row')).toHaveCount(3);
  await withoutBarriers(page);
});
