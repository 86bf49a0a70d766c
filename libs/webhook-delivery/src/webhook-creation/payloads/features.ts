import { readFeatureResource } from '@tollgate/catalog/reader';
import { resource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `feature` (webhooks, section 4). */
export const featurePayloads: PayloadsOf<'feature'> = {
  'feature.created': resource('feature_id', readFeatureResource),
  'feature.updated': resource('feature_id', readFeatureResource),
  'feature.deleted': resource('feature_id', readFeatureResource),
};
