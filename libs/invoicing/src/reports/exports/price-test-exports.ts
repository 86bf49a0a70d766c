import { required, type TenantTransaction, isoSeconds } from '@tollgate/platform';
import type { PriceTestResultRow } from '../../model/price-tests/price-test-results.repository.js';
import { readPriceTests } from '../../model/price-tests/price-tests.repository.js';
import { presentResults } from '../price-tests/price-test.presenter.js';

/** Presents results of tests of prices as rows of files, in the same order. */
export async function presentExportedResults(
  transaction: TenantTransaction,
  rows: PriceTestResultRow[],
): Promise<object[]> {
  const tests = await readPriceTests(transaction, [...new Set(rows.map((row) => row.price_test_id))]);
  const results = await presentResults(transaction, rows);
  return rows.map((row, place) => {
    const test = required(tests, row.price_test_id, 'test of prices');
    return {
      ...results[place],
      svc_price_test_id: test.id,
      price_test_name: test.name,
      plan_code: test.plan_code,
      amount_currency: test.currency,
      created_at: isoSeconds(row.created_at),
    };
  });
}
