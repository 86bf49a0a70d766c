import { hash } from 'node:crypto';
import type { SandboxCheckout } from '@tollgate/contracts';
import { escapeSigns } from '@tollgate/platform';
import { centsDecimal, currencyExponent, subunit } from '@tollgate/rating';

/** The acts of a payer, each with the test method that it enters; none for one that changes nothing. */
export const actsOfPayer = { pay: 'pm_succeeds', decline: 'pm_fails', cancel: null } as const;
export type ActOfPayer = keyof typeof actsOfPayer;

/** A page of HTML, and the policy that a browser applies to it. */
export interface SandboxPage {
  html: string;
  policy: string;
}

type Shown = Pick<SandboxCheckout, 'svc_id' | 'kind' | 'status' | 'amount_cents' | 'amount_currency'>;

const style = `
:root { color-scheme: light dark; --ground: #f2f4f8; --paper: #ffffff; --ink: #1a1f36; --label: #5b6478; --accent: #1f4e79; --on: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d0f14; --paper: #171a21; --ink: #e8ebf2; --label: #9aa4b8; --accent: #8fbce6; --on: #0d0f14; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 2rem auto; padding: 2rem; background: var(--paper); border-top: 5px solid var(--accent); }
h1 { margin: 0; font-size: 1.4rem; }
p { margin: 0.75rem 0; }
.note { color: var(--label); }
.amount { font-size: 1.8rem; font-weight: 600; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
button, .button {
  padding: 0.6rem 1rem; border: 1px solid var(--accent); border-radius: 6px; background: none; color: var(--accent);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.first { background: var(--accent); color: var(--on); }
:is(button, a):focus-visible { outline: 3px solid var(--label); outline-offset: 2px; }
`;

/** Its own style, and forms whose answers lead anywhere: browsers apply the policy to that redirect, too. No scripts. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "form-action 'self' https: http:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const texts = {
  payment: { title: 'Test payment', pay: 'Pay', decline: 'Decline' },
  setup: { title: 'Enter a test card', pay: 'Enter a card', decline: 'Enter a card that is declined' },
} as const;

/**
 * The page of the sandbox provider for people (webhooks, section 15).
 * @param returnUrl where it leads after the payer's act; null: nowhere
 */
export function sandboxPage(checkout: Shown, returnUrl: string | null): SandboxPage {
  const { title } = texts[checkout.kind];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="note">This is the sandbox provider: no money moves here, and no card is real.</p>
${amountOf(checkout)}
${checkout.status === 'open' ? formOf(checkout) : endOf(checkout, returnUrl)}
</main>
</body>
</html>
`;
  return { html, policy };
}

function amountOf({ amount_cents: cents, amount_currency: currency }: Shown): string {
  if (cents === null || currency === null) return '';
  const text = centsDecimal(BigInt(cents)).div(subunit(currency)).toFixed(currencyExponent(currency));
  return `<p class="amount">${escapeSigns(`${text} ${currency}`)}</p>`;
}

/** Each button posts to an address of its own. They are relative, for any path of a reverse proxy. */
function formOf({ svc_id: id, kind }: Shown): string {
  const { pay, decline } = texts[kind];
  const button = (act: ActOfPayer, label: string, attributes = '') =>
    `<button formaction="${escapeSigns(id)}/${act}"${attributes}>${label}</button>`;
  return `<form method="post">
${button('pay', pay, ' class="first"')}
${button('decline', decline)}
${button('cancel', 'Cancel')}
</form>`;
}

function endOf({ status }: Shown, returnUrl: string | null): string {
  const text = status === 'completed' ? 'You have completed this page.' : 'This page has expired.';
  const back = returnUrl === null ? '' : `<a class="button first" href="${escapeSigns(returnUrl)}">Back</a>`;
  return `<p role="status">${text}</p>${back}`;
}
