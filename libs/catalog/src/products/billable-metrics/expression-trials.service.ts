import { Injectable } from '@nestjs/common';
import { isBlank, type ExpressionTrial } from '@tollgate/contracts';
import { Clock, ValidationFailed } from '@tollgate/platform';
import {
  Decimal,
  evaluateExpression,
  ExpressionEvaluationError,
  ExpressionSyntaxError,
  expressionResultText,
  parseExpression,
  plainDecimal,
  propertyText,
  type Expression,
  type ExpressionEvent,
} from '@tollgate/rating';

/** Evaluates an expression before a metric uses it (metering, section 1.2). */
@Injectable()
export class ExpressionTrialsService {
  constructor(private readonly clock: Clock) {}

  /** @throws ValidationFailed */
  async evaluate(organizationId: string, { expression: text, event }: ExpressionTrial): Promise<string> {
    if (text === null || text === undefined || isBlank(text))
      throw new ValidationFailed({ expression: ['value_is_mandatory'] });
    const expression = parsed(text);
    const now = new Decimal(await this.clock.now(organizationId)).div(1000);
    try {
      return expressionResultText(evaluateExpression(expression, readEvent(event ?? {}, now)));
    } catch (error) {
      if (error instanceof ExpressionEvaluationError) throw new ValidationFailed({ event: ['invalid_event'] });
      throw error;
    }
  }
}

function parsed(text: string): Expression {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) throw new ValidationFailed({ expression: ['invalid_expression'] });
    throw error;
  }
}

function readEvent({ code, timestamp, properties }: Record<string, unknown>, now: Decimal): ExpressionEvent {
  const at = timestamp === undefined || timestamp === null ? now : plainDecimal(propertyText(timestamp));
  if (!at) throw new ValidationFailed({ event: ['invalid_event'] });
  return { code: propertyText(code) ?? '', timestamp: at, properties: isRecord(properties) ? properties : {} };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
