/** Why no messages of a topic are read, as answers say it (metering, section 2.8). */
export type TopicFault =
  | 'brokers_unreachable'
  | 'brokers_are_private'
  | 'certificate_is_refused'
  | 'login_is_refused'
  | 'topic_is_forbidden'
  | 'group_is_forbidden'
  | 'topic_not_found'
  | 'answer_is_too_large'
  | 'compression_is_unknown'
  | 'password_is_unreadable'
  | 'unexpected_error';

const byCode: Readonly<Record<string, TopicFault>> = {
  ADDRESS_REFUSED: 'brokers_are_private',
  ANSWER_TOO_LARGE: 'answer_is_too_large',
  ERR_BUFFER_TOO_LARGE: 'answer_is_too_large',
};

/** By the type of an error that a broker answers. */
const byType: Readonly<Record<string, TopicFault>> = {
  TOPIC_AUTHORIZATION_FAILED: 'topic_is_forbidden',
  GROUP_AUTHORIZATION_FAILED: 'group_is_forbidden',
  UNKNOWN_TOPIC_OR_PARTITION: 'topic_not_found',
  SASL_AUTHENTICATION_FAILED: 'login_is_refused',
};

const byName: Readonly<Record<string, TopicFault>> = {
  KafkaJSSASLAuthenticationError: 'login_is_refused',
  KafkaJSNotImplemented: 'compression_is_unknown',
};

/** The codes of OpenSSL and Node for a certificate that does not stand. */
const ofCertificates = /CERT|ISSUER|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/;
const ofConnections = /^(E[A-Z]+|ERR_(SSL|TLS)\w*)$/;
const deepest = 8;

/** The fault behind an error of the client: that of the innermost cause that is known. */
export function faultOf(error: unknown): TopicFault {
  let fault: TopicFault = 'unexpected_error';
  for (let depth = 0, inner = error; depth < deepest && inner instanceof Error; depth++, inner = inner.cause)
    fault = faultOfOne(inner) ?? fault;
  return fault;
}

function faultOfOne(error: Error): TopicFault | undefined {
  const { code, type } = error as { code?: unknown; type?: unknown };
  const known = byType[String(type)] ?? byName[error.name] ?? byCode[String(code)];
  if (known) return known;
  if (typeof code === 'string' && ofCertificates.test(code)) return 'certificate_is_refused';
  const isOfConnection = typeof code === 'string' && ofConnections.test(code);
  return isOfConnection || error.name.startsWith('KafkaJS') ? 'brokers_unreachable' : undefined;
}
