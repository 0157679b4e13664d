// What carries the socket's messages: the browser's WebSocket or node's. The rest of the transport knows only this.

/** What a link tells its owner. */
export interface LinkEvents {
  readonly opened: () => void;
  readonly received: (data: unknown) => void;
  /** Closed or failed; may come twice. */
  readonly lost: () => void;
}

export interface Link {
  /** Nothing is queued: what is sent on a link that is not open is lost. */
  send(text: string): void;
  close(): void;
}

/** A link over the browser's WebSocket, or node's. */
export function webSocketLink(url: string, events: LinkEvents): Link {
  const socket = new WebSocket(url);
  socket.onopen = events.opened;
  socket.onmessage = (event) => events.received(event.data);
  socket.onclose = events.lost;
  socket.onerror = events.lost;
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}
