import type { VatNumber } from '@tollgate/catalog/reader';
import type { VatAnswer } from '@tollgate/contracts';

/** The registry could not answer; a later try may succeed. */
export class RegistryUnavailable extends Error {
  /** @param code the registry's error code, such as `MS_UNAVAILABLE` */
  constructor(readonly code: string) {
    super(`the registry of VAT numbers does not answer: ${code}`);
  }
}

/** The port to a registry of VAT numbers. */
export abstract class VatRegistry {
  /** @throws RegistryUnavailable */
  abstract lookUp(number: VatNumber): Promise<VatAnswer>;
}
