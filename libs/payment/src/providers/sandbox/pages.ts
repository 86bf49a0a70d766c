import { newId } from '@tollgate/platform';
import type { PaymentDatabase } from '../../payment.database.js';
import { tables } from '../../model/payment.tables.js';
import type { ProviderAccount } from '../ports/account.js';
import type { PagesPort, PaymentPageRequest, PaymentPagesPort, ProviderPage, SetupRequest } from '../ports/pages.js';

const DAY = 86_400_000;

/** Pages of the sandbox provider: payers act on them, or calls stand for them. */
export class SandboxPages implements PagesPort, PaymentPagesPort {
  /** @param publicUrl the address under which calls reach this installation */
  constructor(
    private readonly database: PaymentDatabase,
    private readonly publicUrl: string,
  ) {}

  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage> {
    return this.openPage(account, request, null);
  }

  async openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage> {
    return this.openPage(account, request, request.payable);
  }

  /** Opens the same page while it is open. */
  private async openPage(
    { organizationId, connectionId, redirectUrl }: ProviderAccount,
    { customerId, returnUrl, at }: SetupRequest,
    payable: PaymentPageRequest['payable'] | null,
  ): Promise<ProviderPage> {
    const paid = {
      invoice_id: payable?.type === 'Invoice' ? payable.id : null,
      payment_request_id: payable?.type === 'PaymentRequest' ? payable.id : null,
    };
    const page = await this.database.tenant(organizationId, async (transaction) => {
      const open = await tables(transaction)
        .selectFrom('payment.sandbox_checkouts')
        .select(['id', 'expires_at'])
        .where('customer_id', '=', customerId)
        .where('connection_id', '=', connectionId)
        .where('invoice_id', 'is not distinct from', paid.invoice_id)
        .where('payment_request_id', 'is not distinct from', paid.payment_request_id)
        .where('amount_cents', 'is not distinct from', payable?.amountCents ?? null)
        .where('status', '=', 'open')
        .where('expires_at', '>', new Date(at))
        .executeTakeFirst();
      if (open) return open;
      const made = { id: newId(), expires_at: new Date(at + DAY) };
      await tables(transaction)
        .insertInto('payment.sandbox_checkouts')
        .values({
          ...made,
          organization_id: organizationId,
          connection_id: connectionId,
          customer_id: customerId,
          ...paid,
          amount_cents: payable?.amountCents ?? null,
          currency: payable?.currency ?? null,
          status: 'open',
          return_url: returnUrl ?? redirectUrl,
          created_at: new Date(at),
        })
        .execute();
      return made;
    });
    return { id: page.id, url: `${this.publicUrl}/api/v1/sandbox_checkouts/${page.id}`, expiresAt: null };
  }

  async closePage({ organizationId }: ProviderAccount, pageId: string): Promise<void> {
    await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('payment.sandbox_checkouts')
        .set((row) => ({ expires_at: row.ref('created_at') }))
        .where('id', '=', pageId)
        .where('status', '=', 'open')
        .execute(),
    );
  }
}
