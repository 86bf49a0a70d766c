import { newId, SignedPayloads, type Config } from '@tollgate/platform';
import { NoAnswer } from '../calls/refusal.js';

/** How long a plan can be applied, in milliseconds. */
export const planLifetimeMs = 10 * 60_000;

/** The call that a plan makes when it is applied. */
export interface PlannedCall {
  method: string;
  /** As the contract has it, such as `/credit_notes`. */
  path: string;
  body: unknown;
}

/** A plan, as its token carries it. */
export interface SignedPlan {
  /** Also the `Idempotency-Key` of its call. */
  id: string;
  organizationId: string;
  apiKeyId: string;
  /** The tool that made it, and the input that it had. */
  tool: string;
  input: Record<string, unknown>;
  call: PlannedCall;
  /** The effect in money at the time of the plan, as JSON. */
  effect: string;
  /** Unix ms. */
  expiresAt: number;
}

/** The organization and the key that may apply a plan: those that it was made for. */
export type PlanOwner = Pick<SignedPlan, 'organizationId' | 'apiKeyId'>;

/** Signs plans and reads them again. A token that the service did not sign is worth nothing. */
export class PlanTokens {
  private readonly payloads: SignedPayloads;

  constructor(config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>) {
    this.payloads = new SignedPayloads(config, 'agent-plans');
  }

  /** Signs a plan under a new id. @param now Unix ms */
  async sign(plan: Omit<SignedPlan, 'id' | 'expiresAt'>, now: number): Promise<{ token: string; expiresAt: number }> {
    const expiresAt = now + planLifetimeMs;
    const { organizationId: org, apiKeyId: sub, tool, input, call, effect } = plan;
    const claims = { org, sub, tool, input, call, effect, jti: newId(), exp: Math.floor(expiresAt / 1000) };
    return { token: await this.payloads.sign(claims), expiresAt };
  }

  /**
   * Reads a plan.
   * @param now Unix ms
   * @throws NoAnswer for a token of another key or organization, one that the service did not sign, and after its end
   */
  async read(token: string, owner: PlanOwner, now: number): Promise<SignedPlan> {
    const claims = (await this.payloads.read(token)) as Claims | null;
    if (!claims || claims.org !== owner.organizationId || claims.sub !== owner.apiKeyId)
      throw new NoAnswer('token_invalid', 'The token is not one of this key: make a plan first.');
    const { jti: id, org: organizationId, sub: apiKeyId, tool, input, call, effect, exp } = claims;
    const expiresAt = exp * 1000;
    if (now >= expiresAt) throw new NoAnswer('token_expired', 'The plan has expired: make it again.');
    return { id, organizationId, apiKeyId, tool, input, call, effect, expiresAt };
  }
}

/** Only verified payloads of this purpose have them, so the shape is known. */
interface Claims extends Pick<SignedPlan, 'tool' | 'input' | 'call' | 'effect'> {
  org: string;
  sub: string;
  jti: string;
  exp: number;
}
