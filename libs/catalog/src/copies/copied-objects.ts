import { Injectable } from '@nestjs/common';
import {
  addOnRoutes,
  billableMetricRoutes,
  couponRoutes,
  featureRoutes,
  planRoutes,
  taxRoutes,
  type CopiedKind,
  type RawInput,
  type Route,
} from '@tollgate/contracts';
import { ApiError, NotFound, ValidationFailed } from '@tollgate/platform';
import { TaxesService } from '../issuers/taxes/taxes.service.js';
import { PlansService } from '../plans/resource/plans.service.js';
import type { Form } from '../plans/versions/plan-form.js';
import { AddOnsService } from '../products/add-ons/add-ons.service.js';
import { BillableMetricsService } from '../products/billable-metrics/billable-metrics.service.js';
import { CouponsService } from '../products/coupons/coupons.service.js';
import { FeaturesService } from '../products/features/features.service.js';

/** How the objects of a kind are found and created. */
interface CopiedResource {
  /** The call that creates one alone: a copy needs its permission. */
  call: Route;
  read(organizationId: string, code: string): Promise<object>;
  create(organizationId: string, form: Form): Promise<unknown>;
}

/** The resources of a catalog that are copied, each by the service that its own calls use. */
@Injectable()
export class CopiedObjects {
  private readonly resources: Record<CopiedKind, CopiedResource>;

  constructor(
    taxes: TaxesService,
    private readonly metrics: BillableMetricsService,
    addOns: AddOnsService,
    features: FeaturesService,
    private readonly plans: PlansService,
    coupons: CouponsService,
  ) {
    const simple = (
      call: Route,
      service: {
        read(organizationId: string, code: string): Promise<object>;
        create(organizationId: string, raw: RawInput): Promise<unknown>;
      },
    ): CopiedResource => ({
      call,
      read: (organizationId, code) => service.read(organizationId, code),
      create: (organizationId, form) => service.create(organizationId, form),
    });
    this.resources = {
      taxes: simple(taxRoutes.create, taxes),
      billable_metrics: simple(billableMetricRoutes.create, metrics),
      add_ons: simple(addOnRoutes.create, addOns),
      features: simple(featureRoutes.create, features),
      plans: {
        ...simple(planRoutes.create, plans),
        create: (organizationId, form) => this.createPlan(organizationId, form),
      },
      coupons: simple(couponRoutes.create, coupons),
    };
  }

  callOf(kind: CopiedKind): Route {
    return this.resources[kind].call;
  }

  /** The object of a code as its own call answers it; null without one. */
  async find(organizationId: string, kind: CopiedKind, code: string): Promise<object | null> {
    try {
      return await this.resources[kind].read(organizationId, code);
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** @returns the errors of a refused object; null when it is created */
  async create(organizationId: string, kind: CopiedKind, form: Form): Promise<Record<string, unknown> | null> {
    try {
      await this.resources[kind].create(organizationId, form);
      return null;
    } catch (error) {
      if (error instanceof ValidationFailed) return error.body['error_details'] as Record<string, unknown>;
      if (error instanceof ApiError && error.status < 500) return { base: [String(error.body['code'])] };
      throw error;
    }
  }

  /** Charges name their metrics by identifier. The plan is created with its entitlements, or not at all. */
  private async createPlan(organizationId: string, { entitlements, ...form }: Form): Promise<void> {
    const charges = form['charges'] as Form[];
    const ids = new Map<string, string>();
    for (const code of new Set(charges.map((charge) => String(charge['billable_metric_code']))))
      ids.set(code, (await this.metrics.read(organizationId, code)).svc_id);
    const plan = {
      ...form,
      charges: charges.map(({ billable_metric_code: code, ...charge }) => ({
        ...charge,
        billable_metric_id: ids.get(String(code)),
      })),
    };
    const isEntitled = Object.keys(entitlements as object).length > 0;
    await this.plans.create(organizationId, plan, isEntitled ? { entitlements } : undefined);
  }
}
