import type { Feature } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { presentFeatures } from './feature.presenter.js';
import { findFeaturesById } from './features.repository.js';

/** A feature as in its own answer, a deleted one too. */
export async function readFeatureResource(transaction: TenantTransaction, id: string): Promise<Feature> {
  const [feature] = await presentFeatures(transaction, await findFeaturesById(transaction, [id]));
  if (!feature) throw new Error(`No feature ${id}`);
  return feature;
}
