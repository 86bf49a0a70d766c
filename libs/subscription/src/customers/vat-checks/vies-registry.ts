import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { VatNumber } from '@tollgate/catalog/reader';
import type { VatAnswer } from '@tollgate/contracts';
import { Config } from '@tollgate/platform';
import { RegistryUnavailable, VatRegistry } from './vat-registry.js';

const timeoutMs = 15_000;
const maxTextLength = 500;

const text = z
  .string()
  .nullish()
  .transform((value) => (value && value !== '---' ? value.slice(0, maxTextLength) : null));

const Answer = z.object({ valid: z.boolean(), name: text, address: text, requestDate: text });
const Refusal = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) });
const errorCode = /^[A-Z_]{1,50}$/;

/** The registry of the European Commission, VIES, over its REST interface. */
@Injectable()
export class ViesRegistry extends VatRegistry {
  constructor(private readonly config: Config) {
    super();
  }

  override async lookUp({ prefix, number }: VatNumber): Promise<VatAnswer> {
    const answerBody = await this.request({ countryCode: prefix, vatNumber: number });
    const answer = Answer.safeParse(answerBody);
    if (!answer.success) throw new RegistryUnavailable(codeOf(answerBody));
    const { valid, name, address, requestDate } = answer.data;
    return { valid, country_code: prefix, vat_number: number, name, address, request_date: requestDate };
  }

  private async request(question: object): Promise<unknown> {
    try {
      const response = await fetch(`${this.config.viesUrl}/check-vat-number`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(question),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await response.json();
    } catch {
      throw new RegistryUnavailable('UNREACHABLE');
    }
  }
}

/** The registry's own error code, if it sends one. */
function codeOf(answerBody: unknown): string {
  const refusal = Refusal.safeParse(answerBody);
  const code = refusal.success ? refusal.data.errorWrappers[0]?.error : undefined;
  return code !== undefined && errorCode.test(code) ? code : 'UNREADABLE';
}
