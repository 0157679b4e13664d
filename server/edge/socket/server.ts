// The socket: takes connections on the HTTP server, keeps each within its limits, and ties market, users and flush together.
// The Origin header is not checked: there are no cookies, so another site's page has nothing that this connection would believe.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { languageKey } from '@fairtick/contract/languages';
import { MAX_MESSAGE_BYTES, SOCKET_PATH } from '@fairtick/contract/socket/messages';
import type { FigureTopic, UserEvents, UserEventTopic } from '@fairtick/contract/socket/user-events';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Logger } from '../../platform/logger.ts';
import type { UserPrincipal } from '../../platform/principals.ts';
import type { Figures, UserTeller } from '../../platform/telling.ts';
import { type AddressOf, addressReader } from '../http/client-address.ts';
import { CLOSE, Client } from './client.ts';
import { FLUSH_MS, Flush, type FlushCounts } from './flush.ts';
import { Groups } from './groups.ts';
import { Members } from './members.ts';
import type { SocketMarket } from './socket-market.ts';
import type { SocketStatus } from './socket-status.ts';
import { Talk } from './talk.ts';
import { Users } from './users.ts';

const SWEEP_MS = 5_000;
/** A client pings every 5 s; one that says nothing this long is gone. */
const SILENT_LIMIT_MS = 60_000;
const MAX_CLIENTS = 20_000;
export const MAX_CLIENTS_PER_ADDRESS = 1_000;
const CLOSE_LIMIT_MS = 1_000;
/** Above the contract's limit there is an answer; above this the connection ends unread. */
const HARD_MESSAGE_BYTES = 4 * MAX_MESSAGE_BYTES;

const WS_OPTIONS = {
  noServer: true,
  clientTracking: false,
  // Measured: compression a message costs five times the processor and 250 KB a client.
  perMessageDeflate: false,
  maxPayload: HARD_MESSAGE_BYTES,
  /** How long a client that is being closed may take to say goodbye; by itself ws would wait 30 s. */
  closeTimeout: 2_000,
};

interface SocketSessions {
  find(token: string): Promise<UserPrincipal | undefined>;
  /** Must tell within 4 s of a revocation by any server. */
  onRevoked(listener: (tokenHash: Uint8Array) => void): () => void;
}

export interface SocketOptions {
  readonly server: Server;
  readonly sessions: SocketSessions;
  readonly market: SocketMarket;
  readonly status: SocketStatus;
  readonly figures: Readonly<Partial<Record<FigureTopic, Figures>>>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whom connections count for; the connection's own address where it is left out. */
  readonly addressOf?: AddressOf;
  readonly maxClients?: number;
  readonly maxClientsPerAddress?: number;
}

interface SocketCounts extends FlushCounts {
  readonly clients: number;
  readonly users: number;
  /** Distinct sets of public topics. */
  readonly groups: number;
  readonly refused: number;
  readonly cutSilent: number;
  readonly cutRevoked: number;
  readonly cutOverflow: number;
}

export interface UserSocket extends UserTeller {
  counts(): SocketCounts;
  /** Says goodbye to every client and waits a second for theirs. Before closing the HTTP server, which would wait for them for ever. */
  close(): Promise<void>;
}

export function buildSocket(options: SocketOptions): UserSocket {
  return new SocketServer(options);
}

class SocketServer implements UserSocket {
  readonly #options: SocketOptions;
  readonly #addressOf: AddressOf;
  readonly #wss: WebSocketServer;
  readonly #clients = new Set<Client>();
  readonly #perAddress = new Map<string, number>();
  readonly #groups = new Groups();
  readonly #users: Users;
  readonly #members: Members;
  readonly #flush: Flush;
  readonly #talk: Talk;
  readonly #ends: (() => void)[];
  #refused = 0;
  #cutSilent = 0;
  #cutRevoked = 0;
  #cutOverflow = 0;
  #closing = false;

  constructor(options: SocketOptions) {
    const { server, sessions, market, status, clock, logger } = options;
    this.#options = options;
    this.#addressOf = options.addressOf ?? addressReader(0);
    this.#wss = new WebSocketServer(WS_OPTIONS);
    this.#users = new Users(options.figures);
    this.#members = new Members(this.#users);
    this.#flush = new Flush(market, status, this.#groups, this.#users);
    const findSession = (token: string): Promise<UserPrincipal | undefined> => sessions.find(token);
    this.#talk = new Talk({ market, groups: this.#groups, members: this.#members, findSession, logger });
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
      this.#upgrade(request, socket, head);
    server.on('upgrade', upgrade);
    this.#ends = [
      market.onChange((pairId) => this.#flush.note(pairId)),
      status.onChange(() => this.#flush.noteStatus()),
      sessions.onRevoked((tokenHash) => {
        this.#cutRevoked += this.#members.revoke(tokenHash);
      }),
      clock.every(FLUSH_MS, () => this.#flush.run(clock.monotonic())),
      clock.every(SWEEP_MS, () => this.#sweep()),
      () => server.off('upgrade', upgrade),
    ];
  }

  publishToUser<T extends UserEventTopic>(userId: Id, topic: T, data: UserEvents[T]): void {
    this.#users.publish(userId, topic, data, (client) => {
      this.#cutOverflow += 1;
      client.terminate();
    });
  }

  hears(userId: Id): boolean {
    return this.#users.has(userId);
  }

  refreshUser(userId: Id): void {
    this.#users.refresh(userId);
  }

  counts(): SocketCounts {
    return {
      ...this.#flush.counts,
      clients: this.#clients.size,
      users: this.#users.size,
      groups: this.#groups.size,
      refused: this.#refused,
      cutSilent: this.#cutSilent,
      cutRevoked: this.#cutRevoked,
      cutOverflow: this.#cutOverflow,
    };
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    const clients = [...this.#clients];
    const gone = Promise.all(clients.map((client) => new Promise((resolve) => client.ws.once('close', resolve))));
    for (const client of clients) client.close(CLOSE.goingAway, 'server is stopping');
    const limit = Promise.withResolvers<void>();
    // Real time, whatever clock is injected: this waits for other machines.
    const timer = setTimeout(limit.resolve, CLOSE_LIMIT_MS);
    await Promise.race([gone, limit.promise]);
    clearTimeout(timer);
    for (const client of clients) client.terminate();
    for (const end of this.#ends) end();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = URL.parse(request.url ?? '', 'http://localhost');
    if (url?.pathname !== SOCKET_PATH) {
      refuseUpgrade(socket, '404 Not Found');
      return;
    }
    const address = this.#addressOf(request);
    const { maxClients = MAX_CLIENTS, maxClientsPerAddress = MAX_CLIENTS_PER_ADDRESS } = this.#options;
    const full = this.#clients.size >= maxClients || (this.#perAddress.get(address) ?? 0) >= maxClientsPerAddress;
    if (full || this.#closing) {
      this.#refused += 1;
      refuseUpgrade(socket, '503 Service Unavailable');
      return;
    }
    const lang = languageKey(url.searchParams.get('lang') ?? undefined);
    this.#wss.handleUpgrade(request, socket, head, (ws) => {
      this.#connect(ws, new Client(ws, socket, lang, address, this.#options.clock.monotonic()));
    });
  }

  #connect(ws: WebSocket, client: Client): void {
    const { clock, logger } = this.#options;
    this.#clients.add(client);
    this.#perAddress.set(client.address, (this.#perAddress.get(client.address) ?? 0) + 1);
    this.#groups.enter(client);
    ws.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#talk.hear(client, data, isBinary, clock.monotonic());
    });
    ws.on('ping', () => {
      client.heardMs = clock.monotonic();
    });
    // A frame that breaks the protocol: ws ends the connection itself.
    ws.on('error', (error) => logger.debug({ err: error }, 'a socket client broke the protocol'));
    ws.on('close', () => this.#disconnect(client));
  }

  #disconnect(client: Client): void {
    if (!this.#clients.delete(client)) return;
    const left = (this.#perAddress.get(client.address) ?? 1) - 1;
    if (left === 0) this.#perAddress.delete(client.address);
    else this.#perAddress.set(client.address, left);
    this.#members.leave(client);
    this.#groups.leave(client);
  }

  #sweep(): void {
    const since = this.#options.clock.monotonic() - SILENT_LIMIT_MS;
    for (const client of this.#clients) {
      if (client.heardMs > since) continue;
      this.#cutSilent += 1;
      // Its close frame would wait for an answer that does not come.
      if (client.open) client.close(CLOSE.silent, 'silent');
      client.terminate();
    }
  }
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  // Nobody reads this connection any more, so its end would never be noticed: it would stay open for ever and hold up a stop.
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
