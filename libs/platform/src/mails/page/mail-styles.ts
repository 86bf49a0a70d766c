import { inkOn, lightEnough } from './contrast.js';

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";

/** Styles of the light form, written into the elements: many mail programs read no others. */
export const styles = {
  body: `margin:0;padding:0;background:#f3f4f6;color:#1c2430;font-family:${font};font-size:16px;line-height:1.5`,
  hidden: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  outer: 'width:100%;background:#f3f4f6',
  cell: 'padding:32px 12px',
  card: 'width:100%;max-width:560px;background:#ffffff;border:1px solid #e2e5e9;border-radius:8px',
  // Outlook inherits no typeface into tables.
  inside: `padding:32px 36px;font-family:${font};font-size:16px;line-height:1.5`,
  logo: 'display:block;border:0;background:#ffffff;border-radius:4px',
  sender: 'margin:0 0 24px;font-size:18px;font-weight:600;color:#1c2430',
  text: 'margin:0 0 16px;color:#1c2430',
  figure: 'width:100%;margin:8px 0 24px;border-top:1px solid #e2e5e9;border-bottom:1px solid #e2e5e9',
  figureCell: 'padding:20px 0',
  label: 'margin:0;font-size:14px;color:#5a6472',
  amount: 'margin:2px 0;font-size:34px;line-height:1.2;font-weight:600;color:#1c2430',
  rows: 'width:100%;margin:0 0 24px;border-collapse:collapse',
  name: 'padding:6px 16px 6px 0;font-size:14px;color:#5a6472;text-align:left;vertical-align:top',
  value: 'padding:6px 0;font-size:14px;color:#1c2430;text-align:right;vertical-align:top',
  title: 'margin:0 0 8px;font-size:14px;font-weight:600;color:#1c2430',
  button: 'margin:0 0 24px',
  buttonCell: 'border-radius:6px;text-align:center',
  buttonLink: 'display:inline-block;padding:13px 28px;font-size:16px;font-weight:600;text-decoration:none',
  link: 'color:#1d4ed8;text-decoration:underline',
  small: 'margin:0;font-size:13px;color:#5a6472',
} as const;

/** The card of the dark form. */
const darkCard = '#1f232a';

/** Rules of the dark form and of narrow screens; programs that ignore them show the light form. */
export function styleSheetOf(accent: string): string {
  const action = lightEnough(accent, darkCard);
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #15181d !important; }
  .card { background: ${darkCard} !important; border-color: #363c46 !important; }
  .ink { color: #f2f4f7 !important; }
  .soft { color: #aab2be !important; }
  .rule { border-color: #363c46 !important; }
  .action { background: ${action} !important; }
  .action a { color: ${inkOn(action)} !important; }
  .link { color: #9dbaff !important; }
  .logo { padding: 6px !important; }
}
@media (max-width: 480px) {
  .edge { padding: 0 !important; }
  .card { border-left: 0 !important; border-right: 0 !important; border-radius: 0 !important; }
  .inside { padding: 24px 20px !important; }
  .amount { font-size: 28px !important; }
  .wide, .action, .action a { display: block !important; width: auto !important; }
}
`.trim();
}
