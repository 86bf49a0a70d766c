// node tools/identity/openid-provider.ts
// An OpenID provider for tests, on a free port: it accepts any e-mail address as the identity. Clients register
// themselves. Prints its issuer, and ends with its standard input.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (typeof address !== 'object' || !address) throw new Error('The provider has no port');
const issuer = `http://127.0.0.1:${address.port}`;
/** The verified flag of an address: some providers send it as text. */
function isVerified(email: string): boolean | 'false' {
  if (email.startsWith('unverified-as-text')) return 'false';
  return !email.startsWith('unverified');
}

const provider = new Provider(issuer, {
  claims: { email: ['email', 'email_verified'] },
  cookies: { keys: ['of a test'] },
  features: { registration: { enabled: true }, devInteractions: { enabled: true } },
  findAccount: (_context, email) => ({
    accountId: email,
    claims: () => ({ sub: email, email, email_verified: isVerified(email) }),
  }),
});
server.on('request', provider.callback());
console.log(issuer);
process.stdin.resume().once('end', () => process.exit(0));
