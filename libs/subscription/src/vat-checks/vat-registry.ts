import type { VatNumber } from '@tollgate/catalog/reader';
import type { VatAnswer } from '@tollgate/contracts';

/** The registry could not say; a later try may. */
export class RegistryUnavailable extends Error {
  /** @param code what it said of that, such as `MS_UNAVAILABLE` */
  constructor(readonly code: string) {
    super(`the registry of VAT numbers does not answer: ${code}`);
  }
}

/** Who knows which VAT numbers are valid. */
export abstract class VatRegistry {
  /** @throws RegistryAway */
  abstract lookUp(number: VatNumber): Promise<VatAnswer>;
}
