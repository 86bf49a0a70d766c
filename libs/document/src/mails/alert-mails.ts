import { Injectable } from '@nestjs/common';
import { readBillingEntityResource, readMetricsByCode } from '@tollgate/catalog/reader';
import { readOrganization } from '@tollgate/identity/reader';
import { Config, type Instant, type TenantTransaction } from '@tollgate/platform';
import { findCustomerView, readEmbeddedCustomers, readSubscriptionResources } from '@tollgate/subscription/reader';
import type { AlertNotice } from '../tables/document.tables.js';
import { alertPage } from './alert-page.js';
import type { ComposedMail } from './composed-mail.js';

/** Composes the mails about alerts that customers set on their usage (customers, section 3.9). */
@Injectable()
export class AlertMails {
  constructor(private readonly config: Config) {}

  /** @param now the organization's time @throws Error without the content or its subscription */
  async compose(
    transaction: TenantTransaction,
    id: string,
    content: AlertNotice | null | undefined,
    now: Instant,
  ): Promise<ComposedMail> {
    if (!content?.triggered_alert.svc_subscription_id) throw new Error(`no alert ${id}`);
    const { customer_id: customerId, triggered_alert: alert } = content;
    const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
    const view = await findCustomerView(transaction, { id: customerId });
    const [subscription] = await readSubscriptionResources(transaction, [alert.svc_subscription_id ?? ''], now);
    if (!customer || !view || !subscription) throw new Error(`no customer or subscription of the alert ${id}`);
    const issuer = await readBillingEntityResource(transaction, view.billingEntity.code);
    const code = alert.billable_metric_code;
    const metric = code === null ? undefined : (await readMetricsByCode(transaction, [code])).get(code);
    const { slug } = await readOrganization(transaction);
    const page = alertPage(
      {
        alert,
        subscription: subscription.name || subscription.plan_code,
        currency: subscription.plan_amount_currency,
        metric: metric?.name ?? code,
        url: issuer.portal_settings.sign_in_by_mail ? `${this.config.publicUrl}/portal/sign-in/${slug}` : null,
      },
      customer,
      issuer,
    );
    return { page, issuerEmail: issuer.email, invoiceIds: [], attached: [], eInvoice: null };
  }
}
