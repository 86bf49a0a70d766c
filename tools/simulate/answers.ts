// Compares answers that show figures. This happens at once, because later calls change the objects in these answers.
import { leaves } from './compare.ts';
import { actualInvoice } from './figures.ts';
import { lineOfPreview } from './preview-figures.ts';

/** A refreshed draft. A second refresh without new usage changes nothing (charges, section 7.5). */
async function differencesOfRefresh(organization, call, { invoice }) {
  const refreshed = await organization.play(call);
  return [invoice, refreshed.body.invoice].flatMap((one) => leaves(call.shows, actualInvoice(one)));
}

const differencesOfPreview = ({ shows }, { invoice }) =>
  leaves(
    shows,
    Object.fromEntries(
      Object.keys(shows).map((name) => [
        name,
        name === 'fees' ? lineOfPreview.actual(invoice.fees) : String(invoice[name]),
      ]),
    ),
  );

/** @returns the differences between an answer and the figures that the rater expects in it */
export async function differencesOf(organization, call, body) {
  const differences = call.do.endsWith('/preview')
    ? differencesOfPreview(call, body)
    : await differencesOfRefresh(organization, call, body);
  const about = JSON.stringify(call.body);
  return differences.length > 0 ? [{ invoice: `the answer of ${call.do} ${about}`, differences }] : [];
}

/** Compares the creditable amount of an estimate (invoices, section 6.4). */
export async function differencesOfEstimate(organization, { estimate: { body, shows } }) {
  const { body: answer } = await organization.play({ do: 'POST /credit_notes/estimate', body });
  const estimated = answer.estimated_credit_note ?? {};
  const actual = Object.fromEntries(Object.keys(shows).map((name) => [name, String(estimated[name])]));
  const differences = leaves(shows, actual);
  return differences.length > 0 ? [{ invoice: 'the answer of POST /credit_notes/estimate', differences }] : [];
}
