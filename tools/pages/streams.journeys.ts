import { expect, test } from '@playwright/test';
import { field, password, watch, withoutBarriers } from './browser.ts';
import { makeSandbox } from './sandbox.ts';

test('events are shown while they arrive, above the list of their state', async ({ page }) => {
  const sandbox = await makeSandbox('sven@example.com');
  const messages = watch(page);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto(`/invitation/${sandbox.invitation}`);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(heading('Little Sandbox')).toBeVisible({ timeout: 120_000 });
  await page.goto(`/console/${sandbox.slug}/developers/events?status=field_missing`);
  await expect(heading('Events')).toBeVisible();
  await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(1);
  const live = page.getByRole('switch', { name: 'Live' });
  await live.check({ force: true });
  await expect(page).toHaveURL(/live=on/);
  await expect(page.getByText('Waiting for events.')).toBeVisible();
  for (const id of ['live-1', 'live-2'])
    await sandbox.api.ok('POST', '/api/v1/events', {
      event: { transaction_id: id, external_subscription_id: 'acme-main', code: 'storrage', properties: {} },
    });
  const table = page.getByRole('table', { name: 'Events while they arrive' });
  await expect(table.getByRole('link', { name: 'live-2' })).toBeVisible({ timeout: 30_000 });
  await expect(table.getByRole('link', { name: 'live-1' })).toBeVisible();
  await withoutBarriers(page);
  await live.uncheck({ force: true });
  await expect(table).toHaveCount(0);
  expect(messages()).toEqual([]);
});
