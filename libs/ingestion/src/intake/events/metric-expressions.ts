import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readMetricExpressions } from '@tollgate/catalog/reader';
import {
  Decimal,
  evaluateExpression,
  ExpressionEvaluationError,
  expressionResultText,
  parseExpression,
  type Expression,
} from '@tollgate/rating';
import { IngestionDatabase } from '../../ingestion.database.js';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

interface FieldExpression {
  fieldName: string | null;
  expression: Expression;
}

/** The expressions of an organization by the code of their metric. */
export type ExpressionsByCode = ReadonlyMap<string, FieldExpression>;

const cacheTtlMs = 1_000;
const cachedOrganizations = 10_000;

/** Caches metric expressions for a second, so that posting events does not query the database each time. */
@Injectable()
export class MetricExpressions {
  private readonly cached = new LRUCache<string, Promise<ExpressionsByCode>>({
    max: cachedOrganizations,
    ttl: cacheTtlMs,
  });

  constructor(private readonly database: IngestionDatabase) {}

  forOrganization(organizationId: string): Promise<ExpressionsByCode> {
    const cached = this.cached.get(organizationId);
    if (cached) return cached;
    const read = this.read(organizationId);
    this.cached.set(organizationId, read);
    read.catch(() => this.evict(organizationId));
    return read;
  }

  /** Drops the cached expressions after a metric was created, changed or deleted. */
  evict(organizationId: string): void {
    this.cached.delete(organizationId);
  }

  private async read(organizationId: string): Promise<ExpressionsByCode> {
    const rows = await this.database.tenant(organizationId, (transaction) => readMetricExpressions(transaction));
    return new Map(
      rows.map(({ code, fieldName, expression }) => [code, { fieldName, expression: parseExpression(expression) }]),
    );
  }
}

/**
 * Evaluates an expression on an event, before its result is written anywhere.
 * @returns the result as text, or the reason of a failure
 */
export function evaluateOn(event: AcceptedEvent, expression: Expression): { result: string } | { reason: string } {
  try {
    const result = evaluateExpression(expression, {
      code: event.code,
      timestamp: new Decimal(event.timestamp).div(1_000_000),
      properties: event.properties,
    });
    return { result: expressionResultText(result) };
  } catch (error) {
    if (error instanceof ExpressionEvaluationError) return { reason: error.message };
    throw error;
  }
}

/** Writes the result of an expression into the field that its metric reads; a count has none. */
export function writeResult(event: AcceptedEvent, fieldName: string | null, result: string): void {
  if (fieldName !== null) event.properties = { ...event.properties, [fieldName]: result };
}

/**
 * Writes the result of the expression for an event's code into the field that its metric reads (metering, section 2.6).
 * @returns the reason of a failure; null on success or without an expression
 */
export function applyExpression(event: AcceptedEvent, expressions: ExpressionsByCode): string | null {
  const metricExpression = expressions.get(event.code);
  if (!metricExpression) return null;
  const outcome = evaluateOn(event, metricExpression.expression);
  if ('reason' in outcome) return `expression_evaluation_failed: ${outcome.reason}`;
  writeResult(event, metricExpression.fieldName, outcome.result);
  return null;
}
