// The person who walks through the pages of a sandbox.
import { expect, type Browser, type Page } from '@playwright/test';
import { field, password, watch } from './browser.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

export interface Visit {
  sandbox: Sandbox;
  page: Page;
  /** Messages of the browser's console so far. */
  messages: () => string[];
  /** The path of the sandbox in addresses. */
  home: string;
}

/** Makes a sandbox, and enters it as its admin by an invitation. */
export async function enterSandbox(browser: Browser, email: string): Promise<Visit> {
  const sandbox = await makeSandbox(email);
  const page = await (await browser.newContext()).newPage();
  const messages = watch(page);
  await page.goto(`/invitation/${sandbox.invitation}`);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Little Sandbox' })).toBeVisible({ timeout: 120_000 });
  return { sandbox, page, messages, home: `/console/${sandbox.slug}` };
}
