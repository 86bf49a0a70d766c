import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, BadRequest, HeadersTooLarge } from '../errors/api-errors.js';

const longestGoodbyeMs = 2_000;

type ParserError = Error & { code?: string };

/** The answer to an error of Node's HTTP parser. */
function answerTo({ code }: ParserError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(408, { status: 408, error: 'Request Timeout', code: 'request_timeout' });
  return new BadRequest('the request is not readable as HTTP');
}

/** Answers a malformed request in the common error shape, and ends its connection. */
export function answerParserError(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = answerTo(error);
  // Closes the connection of a client that does not close it itself.
  setTimeout(() => socket.destroy(), longestGoodbyeMs).unref();
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
