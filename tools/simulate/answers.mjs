// Answers that show figures: compared at once, since later calls change what they are about.
import { actualInvoice, leaves } from './figures.mjs';
import { lineOfPreview } from './preview-figures.mjs';

/** A draft that was computed anew; without new usage, once more changes nothing (charges, section 7.5). */
async function ofRefresh(organization, call, { invoice }) {
  const again = await organization.play(call);
  return [invoice, again.body.invoice].flatMap((one) => leaves(call.shows, actualInvoice(one)));
}

const ofPreview = ({ shows }, { invoice }) =>
  leaves(
    shows,
    Object.fromEntries(
      Object.keys(shows).map((name) => [
        name,
        name === 'fees' ? lineOfPreview.actual(invoice.fees) : String(invoice[name]),
      ]),
    ),
  );

/** @returns what differs between an answer and the figures that the rater says it must show */
export async function differencesOf(organization, call, body) {
  const differences = call.do.endsWith('/preview') ? ofPreview(call, body) : await ofRefresh(organization, call, body);
  const about = JSON.stringify(call.body);
  return differences.length > 0 ? [{ invoice: `the answer of ${call.do} ${about}`, differences }] : [];
}

/** What may be credited, by the estimate (invoices, section 6.4). */
export async function differencesOfEstimate(organization, { estimate: { body, shows } }) {
  const { body: answer } = await organization.play({ do: 'POST /credit_notes/estimate', body });
  const estimated = answer.estimated_credit_note ?? {};
  const actual = Object.fromEntries(Object.keys(shows).map((name) => [name, String(estimated[name])]));
  const differences = leaves(shows, actual);
  return differences.length > 0 ? [{ invoice: 'the answer of POST /credit_notes/estimate', differences }] : [];
}
