import { beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, portalSections } from '@tollgate/contracts';
import { PortalVisitor, Sandbox } from '@tollgate/testing';

interface Session {
  svc_id: string;
  status: string;
  url: string;
}

const sections = ['invoices', 'subscriptions', 'wallets', 'payment_methods', 'profile'];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  for (const id of ['mine', 'theirs', 'busy'])
    await sandbox.ok('POST', '/customers', { customer: { external_id: id, currency: 'EUR' } });
});

const create = async (input: object = {}, customer = 'mine'): Promise<Session> =>
  (
    await sandbox.ok<{ portal_session: Session }>('POST', `/customers/${customer}/portal_sessions`, {
      portal_session: input,
    })
  ).portal_session;
const list = async (query = '', customer = 'mine') =>
  (await sandbox.ok<{ portal_sessions: Session[] }>('GET', `/customers/${customer}/portal_sessions${query}`))
    .portal_sessions;

describe('a session of a customer in its portal (customers, section 3.1)', () => {
  it('has an address for twelve hours, which no other call shows', async () => {
    const session = await create();
    expect(session).toEqual({
      svc_id: expect.any(String),
      external_customer_id: 'mine',
      status: 'active',
      svc_person_id: null,
      return_url: null,
      flow: null,
      sections,
      locale: null,
      expires_at: '2024-01-10T12:00:00Z',
      revoked_at: null,
      created_at: '2024-01-10T00:00:00Z',
      url: expect.stringContaining('/customer-portal/'),
    });
    const { url, ...shown } = session;
    expect(await list()).toContainEqual(shown);
    expect((await PortalVisitor.at(url).call('GET', '/customer')).status).toBe(200);
  });

  it('opens the portal as it was requested', async () => {
    const settings = {
      return_url: 'https://app.example.com/billing',
      flow: 'pay',
      sections: ['invoices', 'payment_methods'],
      locale: 'de',
    };
    const { url } = await create({
      ...settings,
      sections: ['payment_methods', 'invoices', 'invoices'],
      expires_in: 600,
    });
    const { access } = await PortalVisitor.at(url).ok<{ access: object }>('GET', '/customer');
    expect(access).toMatchObject({ ...settings, expires_at: '2024-01-10T00:10:00Z' });
  });

  it.each(portalSections)('admits only the calls of its sections: %s', async (section) => {
    const visitor = PortalVisitor.at((await create({ sections: [section] })).url);
    const calls = allRoutes.filter(({ access }) => access === 'portal');
    for (const { method, path, portalSection } of calls) {
      const address = path.replace('/portal', '').replace(':svc_id', '00000000-0000-4000-8000-000000000000');
      const { status, body } = await visitor.call(method as 'GET', address, method === 'GET' ? undefined : {});
      const isRefused = portalSection !== undefined && portalSection !== section;
      expect([method, path, (body as { code?: string } | null)?.code === 'section_not_in_portal_session']).toEqual([
        method,
        path,
        isRefused,
      ]);
      if (isRefused) expect(status).toBe(403);
    }
  });

  it('ends at once when it is revoked, and stays revoked', async () => {
    const session = await create();
    const visitor = PortalVisitor.at(session.url);
    const address = `/customers/mine/portal_sessions/${session.svc_id}`;
    const revoked = await sandbox.ok<{ portal_session: object }>('DELETE', address);
    expect(revoked.portal_session).toMatchObject({ status: 'revoked', revoked_at: '2024-01-10T00:00:00Z' });
    expect((await visitor.call('GET', '/customer')).status).toBe(401);
    expect(await sandbox.ok('DELETE', address)).toEqual(revoked);
    expect((await list('?status=revoked')).map((one) => one.svc_id)).toContain(session.svc_id);
    expect((await list('?status=active')).map((one) => one.svc_id)).not.toContain(session.svc_id);
  });

  it('is unknown for another customer and another organization', async () => {
    const { svc_id: id } = await create();
    const other = await Sandbox.create('2024-01-10T00:00:00Z');
    await other.ok('POST', '/customers', { customer: { external_id: 'mine' } });
    const notFound = { status: 404, error: 'Not Found', code: 'portal_session_not_found' };
    expect((await sandbox.call('DELETE', `/customers/theirs/portal_sessions/${id}`)).body).toEqual(notFound);
    expect((await other.call('DELETE', `/customers/mine/portal_sessions/${id}`)).body).toEqual(notFound);
    expect((await sandbox.call('DELETE', '/customers/mine/portal_sessions/x')).body).toEqual(notFound);
    expect((await sandbox.call('POST', '/customers/nobody/portal_sessions', {})).body).toMatchObject({
      code: 'customer_not_found',
    });
  });

  it.each([
    [{ expires_in: 59 }, { expires_in: ['value_is_out_of_range'] }],
    [{ expires_in: 2_592_001 }, { expires_in: ['value_is_out_of_range'] }],
    [{ expires_in: 'soon' }, { expires_in: ['value_is_invalid'] }],
    [{ return_url: 'javascript:alert(1)' }, { return_url: ['url_is_invalid'] }],
    [{ flow: 'dance' }, { flow: ['value_is_invalid'] }],
    [{ sections: [] }, { sections: ['value_is_invalid'] }],
    [{ sections: ['invoices', 'secrets'] }, { sections: ['value_is_invalid'] }],
    [{ locale: 'xx' }, { locale: ['not_a_valid_language_code'] }],
  ])('is refused with %j', async (input, errors) => {
    const answer = await sandbox.call('POST', '/customers/mine/portal_sessions', { portal_session: input });
    expect(answer).toMatchObject({ status: 422, body: { error_details: errors } });
  });

  it('has the sections, and lets customers change the data, that the issuer chose', async () => {
    const own = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
    await own.ok('POST', '/customers', { customer: { external_id: 'c', name: 'Old', email: 'old@example.com' } });
    const [issuer] = (
      await own.ok<{ billing_entities: { code: string; portal_settings: object }[] }>('GET', '/billing_entities')
    ).billing_entities;
    expect(issuer?.portal_settings).toMatchObject({ sections, headline: null, accent_color: null });
    const set = (portal_settings: object) =>
      own.call('PUT', `/billing_entities/${issuer?.code}`, { billing_entity: { portal_settings } });
    const visitor = await PortalVisitor.of(own, 'c');
    const chosen = { sections: ['invoices', 'profile'], editable_fields: ['address', 'email'], headline: 'Billing' };
    expect((await set({ ...chosen, sections: ['profile', 'invoices'], accent_color: '#1F4E79' })).status).toBe(200);
    const shown = await visitor.ok<{ issuer: object; access: object }>('GET', '/customer');
    expect(shown).toMatchObject({
      issuer: { portal_settings: { ...chosen, editable_fields: ['email', 'address'], accent_color: '#1f4e79' } },
      access: { sections: ['invoices', 'profile'] },
    });
    expect(await visitor.call('GET', '/wallets')).toMatchObject({ status: 403 });
    const changed = await visitor.ok<{ customer: object }>('PUT', '/customer', {
      customer: { name: 'New', email: 'new@example.com', city: 'Bonn', shipping_address: { city: 'Kiel' } },
    });
    expect(changed.customer).toMatchObject({
      name: 'Old',
      email: 'new@example.com',
      city: 'Bonn',
      shipping_address: { city: null },
    });
    for (const [wrong, errors] of [
      [{ sections: [] }, { sections: ['value_is_invalid'] }],
      [{ editable_fields: ['currency'] }, { editable_fields: ['value_is_invalid'] }],
      [{ accent_color: '#ffee00' }, { accent_color: ['contrast_is_too_low'] }],
      [{ accent_color: 'red' }, { accent_color: ['value_is_invalid'] }],
      [{ terms_url: 'terms' }, { terms_url: ['url_is_invalid'] }],
      [{ support_url: 'javascript:alert(1)' }, { support_url: ['url_is_invalid'] }],
      [{ support_email: 'help' }, { support_email: ['invalid_email_format'] }],
      [{ intro: 'x'.repeat(1_001) }, { intro: ['value_is_too_long'] }],
      [{ subscription_ends: ['later'] }, { subscription_ends: ['value_is_invalid'] }],
      [{ origins: ['https://acme.example/path'] }, { origins: ['value_is_invalid'] }],
      [{ origins: ['*'] }, { origins: ['value_is_invalid'] }],
      [
        { origins: Array.from({ length: 21 }, (_, place) => `https://a${place}.example`) },
        { origins: ['value_is_out_of_range'] },
      ],
      [
        { offered_plan_codes: Array.from({ length: 51 }, (_, place) => `p${place}`) },
        { offered_plan_codes: ['value_is_out_of_range'] },
      ],
    ] as const)
      expect([wrong, (await set(wrong)).body]).toMatchObject([wrong, { error_details: errors }]);
  });

  it('takes calls of pages whose origin its issuer lists', async () => {
    const { url } = await create();
    const [issuer] = (await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities'))
      .billing_entities;
    const origin = 'https://app.acme.example';
    const read = async () =>
      fetch(`${String(process.env['BASE_URL'])}/api/v1/portal/customer`, {
        headers: { authorization: `Bearer ${url.split('/').at(-1) ?? ''}`, origin },
      });
    const refused = await read();
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'origin_not_allowed' }]);
    await sandbox.ok('PUT', `/billing_entities/${issuer?.code}`, {
      billing_entity: { portal_settings: { origins: [origin, origin] } },
    });
    const answered = await read();
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  });

  it('lets pages of the origins that an issuer lists frame its parts, and no other page', async () => {
    const own = await Sandbox.create('2024-01-10T00:00:00Z');
    const { organization } = await own.ok<{ organization: { slug: string } }>('GET', '/organizations');
    const [issuer] = (await own.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities'))
      .billing_entities;
    const listed = 'https://app.acme.example';
    await own.ok('POST', '/billing_entities', { billing_entity: { code: 'other', name: 'Other' } });
    await own.ok('PUT', `/billing_entities/${issuer?.code}`, {
      billing_entity: { portal_settings: { origins: [listed] } },
    });
    const ancestorsOf = async (query: Record<string, string>) => {
      const address = `${String(process.env['BASE_URL'])}/portal/embed/invoices?${new URLSearchParams(query).toString()}`;
      return /frame-ancestors (.*)$/.exec((await fetch(address)).headers.get('content-security-policy') ?? '')?.[1];
    };
    const { slug } = organization;
    expect(await ancestorsOf({ organization: slug, origin: listed })).toBe(listed);
    expect(await ancestorsOf({ organization: slug, billing_entity: issuer?.code ?? '', origin: listed })).toBe(listed);
    for (const query of [
      { organization: slug, origin: 'https://evil.example' },
      { organization: slug, billing_entity: 'other', origin: listed },
      { organization: slug, billing_entity: 'unknown', origin: listed },
      { organization: 'unknown', origin: listed },
      { origin: listed },
    ])
      expect([query, await ancestorsOf(query as Record<string, string>)]).toEqual([query, "'none'"]);
  });

  it('expires by the clock of the organization', async () => {
    const own = await Sandbox.create('2024-01-10T00:00:00Z');
    await own.ok('POST', '/customers', { customer: { external_id: 'c' } });
    const { portal_session: session } = await own.ok<{ portal_session: Session }>(
      'POST',
      '/customers/c/portal_sessions',
      { portal_session: { expires_in: 3_600 } },
    );
    await own.advanceClock('2024-01-10T01:00:00Z');
    expect((await PortalVisitor.at(session.url).call('GET', '/customer')).status).toBe(401);
    const listed = await own.ok<{ portal_sessions: Session[] }>('GET', '/customers/c/portal_sessions?status=expired');
    expect(listed.portal_sessions).toMatchObject([{ svc_id: session.svc_id, status: 'expired' }]);
  });
});
