import { z } from 'zod';
import { NoAnswer } from '../calls/refusal.js';
import { planCreditNote, planRefund } from './plan-notes.js';
import { planPlanChange } from './plan-plan-change.js';
import { planTopUp } from './plan-top-up.js';
import { applied, offering, type PlanningTool } from './planning-tool.js';
import { tool, type Tool } from './tool.js';

const longestToken = 32_000;

const planningTools: readonly PlanningTool[] = [planCreditNote, planPlanChange, planTopUp, planRefund];

/** `apply`: makes the call of a plan, once. */
export const apply = tool({
  name: 'apply',
  title: 'Apply a plan',
  description:
    'Makes the change of a plan, with its token of the last ten minutes. Call it only after your user has read the plan and ' +
    'agreed. A second call with the token changes nothing more. When the effect has changed since the plan, it changes ' +
    'nothing and answers a new plan.',
  input: { token: z.string().min(1).max(longestToken).describe('The `token` of a plan, unchanged') },
  calls: planningTools.flatMap(({ calls, act }) => [...calls, act]),
  changes: true,
  answer: async ({ token }, context) => {
    const { tokens, owner } = context.plans;
    const plan = await tokens.read(token, owner, Date.now());
    const planning = planningTools.find(({ name }) => name === plan.tool);
    if (!planning) throw new NoAnswer('token_invalid', 'The plan is one of another version: make it again.');
    return applied(planning, plan, context);
  },
});

/** The tools for changes, in the order of their list. */
export const writingTools: readonly Tool[] = [...planningTools.map(offering), apply];
