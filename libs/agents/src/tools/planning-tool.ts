import type { z } from 'zod';
import type { Route } from '@tollgate/contracts';
import type { Answer } from '../answers/answer.js';
import { CallRefused, NoAnswer } from '../calls/refusal.js';
import type { SignedPlan } from '../plans/plan-tokens.js';
import type { Tool, ToolContext } from './tool.js';

/** A change that a tool proposes. */
export interface Plan {
  /** One sentence with the amount, for the user of the agent. */
  sentence: string;
  /** The effect in money: it is compared again when the plan is applied. */
  effect: Answer;
  /** The body of the call, with its wrapper. */
  body: Record<string, unknown>;
}

/** A tool that proposes a change: it changes nothing. The tool `apply` makes its call. */
export interface PlanningTool<Input extends z.ZodRawShape = z.ZodRawShape> extends Omit<Tool<Input>, 'answer'> {
  /** The call that applies a plan; `calls` has those that estimate it. */
  act: Route;
  plan(input: z.infer<z.ZodObject<Input>>, context: ToolContext): Promise<Plan>;
}

/** Declares a tool that proposes a change. */
export const planningTool = <const Input extends z.ZodRawShape>(definition: PlanningTool<Input>): PlanningTool =>
  definition;

/** The tool as agents call it: it answers the plan with a token. */
export const offering = (tool: PlanningTool): Tool => ({
  name: tool.name,
  title: tool.title,
  description: `${tool.description} It changes nothing: show the plan to your user, and call \`apply\` with its token once the user agrees.`,
  input: tool.input,
  calls: tool.calls,
  answer: async (input, context) => offerOf(tool, input, await tool.plan(input, context), context),
});

async function offerOf(
  tool: PlanningTool,
  input: Record<string, unknown>,
  { sentence, effect, body }: Plan,
  { plans: { tokens, owner } }: ToolContext,
): Promise<Answer> {
  const { method, path } = tool.act;
  const call = { method, path, body };
  const plan = { ...owner, tool: tool.name, input, call, effect: JSON.stringify(effect) };
  const { token, expiresAt } = await tokens.sign(plan, Date.now());
  return { plan: sentence, effect, call, token, expires_at: new Date(expiresAt).toISOString() };
}

/**
 * Applies a plan. Its call carries the id of the plan as `Idempotency-Key`: a repetition gets the first answer.
 * @returns a new plan in place of a result when the effect has changed since
 */
export async function applied(tool: PlanningTool, signed: SignedPlan, context: ToolContext): Promise<Answer> {
  const { input, call, effect, id } = signed;
  const now = await plannedAgain(tool, input, context);
  if (now && (JSON.stringify(now.effect) !== effect || JSON.stringify(now.body) !== JSON.stringify(call.body)))
    return { applied: false, reason: 'changed_since_the_plan', new_plan: await offerOf(tool, input, now, context) };
  const result = await context.calls.make(tool.act, { body: call.body, headers: { 'idempotency-key': id } });
  return { applied: true, plan_id: id, result };
}

/**
 * The same plan as of now. Null where the service refuses it now, and its call takes keys. Such a call repeats its first
 * answer, or is refused for the same reason.
 */
async function plannedAgain(tool: PlanningTool, input: Record<string, unknown>, context: ToolContext) {
  try {
    return await tool.plan(input, context);
  } catch (error) {
    const isRefused = error instanceof NoAnswer || (error instanceof CallRefused && error.status < 500);
    if (isRefused && tool.act.repetition === 'answered') return null;
    throw error;
  }
}
