import { expect, test, type Page } from '@playwright/test';
import { withoutBarriers } from './browser.ts';
import { enterSandbox } from './visitor.ts';

let page: Page;
let messages: () => string[];
/** The path of the sandbox. */
let home: string;

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

test.beforeAll(async ({ browser }) => {
  ({ page, messages, home } = await enterSandbox(browser, 'walter@example.com'));
});
/** A sample runs no script, so the browser reports those of the test. */
const isOfSample = (message: string) => message.startsWith("Blocked script execution in 'about:srcdoc'");

test.afterEach(() => expect(messages().filter((message) => !isOfSample(message))).toEqual([]));

test('texts of documents are edited beside a sample in each language', async () => {
  await page.goto(`${home}/settings/document-texts`);
  await expect(heading('Texts on documents')).toBeVisible();
  const sample = page.frameLocator('iframe.preview');
  await page.getByLabel('Terms of payment').fill('Within 30 days, please.');
  await expect(sample.getByText('Within 30 days, please.')).toBeVisible();
  await expect(sample.getByText('This document was not issued.')).toBeVisible();
  await page.getByLabel('Language of the texts').selectOption('fr');
  await page.getByLabel('Terms of payment').fill('Payable à 30 jours.');
  await expect(sample.getByText('Payable à 30 jours.')).toBeVisible();
  await page.getByLabel('Form', { exact: true }).selectOption('email');
  await expect(page.getByText('Bonjour Sample Ltd.,')).toBeVisible();
  await withoutBarriers(page);
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save the texts' }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByText('Saved.')).toBeVisible();
});
