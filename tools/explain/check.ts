// node tools/explain/check.ts
// Computes every step of the explanations of an organization's fees and invoices again, and compares the results with
// their amounts. It reads a running service at BASE_URL (default http://127.0.0.1:3000) with API_KEY.
// Exit status: 0 no fault, 1 faults, 2 could not run.
import { checkOrganization, type Read } from './organization.ts';

const { BASE_URL = 'http://127.0.0.1:3000', API_KEY = '' } = process.env;
const timeoutMs = 60_000;

const read: Read = async (path) => {
  const response = await fetch(`${BASE_URL.replace(/\/$/, '')}/api/v1${path}`, {
    headers: { authorization: `Bearer ${API_KEY}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await response.json() };
};

if (!API_KEY) {
  console.error('API_KEY is not set');
  process.exit(2);
}
const { fees, invoices, recounted, usages, faults, refused } = await checkOrganization(read);
for (const fault of faults) console.log(fault);
console.log(
  `${fees} fees (events of ${recounted} counted again), ${invoices} invoices and ${usages} usages checked, ${faults.length} faults`,
);
if (refused) console.error('the key may not read fees and invoices');
process.exit(refused ? 2 : faults.length > 0 ? 1 : 0);
